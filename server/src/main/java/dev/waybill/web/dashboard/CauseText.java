package dev.waybill.web.dashboard;

import dev.waybill.domain.delivery.Cause;

/// Names the cause of a failed attempt.
public final class CauseText {

    private CauseText() {}

    /// A cause as lists name it.
    public static String of(Cause cause) {
        return switch (cause) {
            case Cause.Status(int status) -> "Answered " + status;
            case Cause.Kind kind -> kind.code().replace('_', ' ');
        };
    }
}
