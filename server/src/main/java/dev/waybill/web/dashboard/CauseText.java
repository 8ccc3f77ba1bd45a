package dev.waybill.web.dashboard;

/// Why an attempt failed, in words for who has to mend it.
public final class CauseText {

    private CauseText() {}

    /// A cause as lists name it.
    public static String of(String cause) {
        return cause.matches("[0-9]{3}") ? "Answered " + cause : cause.replace('_', ' ');
    }
}
