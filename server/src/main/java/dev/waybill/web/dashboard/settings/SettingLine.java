package dev.waybill.web.dashboard.settings;

/// A setting of the service as the page shows it. It is changed where it comes from, and then the
/// service is started anew.
///
/// @param value without anything secret; empty for none
/// @param origin flag, variable, file or default
/// @param variable its name in the environment
public record SettingLine(
        String name, String value, String origin, String variable, String purpose) {

    public boolean isDefault() {
        return origin.equals("default");
    }
}
