package dev.waybill.engine.deliver;

import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.Outcome;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The result of an attempt: the outcome, and details for display.
///
/// @param detail the exact failure, in one short line for operators
/// @param headers of a response that refused, one line for each
/// @param excerpt the beginning of the body
public record Answer(
        Outcome outcome,
        @Nullable String detail,
        byte @Nullable [] headers,
        byte @Nullable [] excerpt) {

    private static final Pattern INVISIBLE = Pattern.compile("\\p{C}+");

    public Answer {
        detail = detail == null ? null : oneLine(detail);
    }

    /// Without a response.
    public static Answer only(Outcome outcome) {
        return new Answer(outcome, null, null, null);
    }

    /// Without a response, and with a detail.
    public static Answer only(Outcome outcome, @Nullable String detail) {
        return new Answer(outcome, detail, null, null);
    }

    /// With the beginning of a response body, or without one.
    public static Answer of(Outcome outcome, byte @Nullable [] excerpt) {
        return new Answer(outcome, null, null, excerpt);
    }

    private static String oneLine(String text) {
        var line = INVISIBLE.matcher(text).replaceAll(" ").strip();
        return line.substring(0, Math.min(line.length(), Fault.DETAIL_LENGTH_MAX));
    }
}
