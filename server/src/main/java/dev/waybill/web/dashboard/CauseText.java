package dev.waybill.web.dashboard;

/// Names the cause of a failed attempt.
public final class CauseText {

    private CauseText() {}

    /// A cause as lists name it.
    public static String of(String cause) {
        return cause.matches("[0-9]{3}") ? "Answered " + cause : cause.replace('_', ' ');
    }
}
