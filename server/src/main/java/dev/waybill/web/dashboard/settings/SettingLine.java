package dev.waybill.web.dashboard.settings;

/// A setting of the service as the page shows it. It is changed in its source and takes effect
/// after a restart.
///
/// @param value without secrets; empty for none
/// @param origin flag, variable, file or default
/// @param variable its name in the environment
public record SettingLine(
        String name, String value, String origin, String variable, String purpose) {

    public boolean isDefault() {
        return origin.equals("default");
    }
}
