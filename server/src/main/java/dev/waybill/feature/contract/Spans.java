package dev.waybill.feature.contract;

import java.time.Duration;
import java.util.ArrayList;

/// Durations as text.
final class Spans {

    private Spans() {}

    /// `1 h 30 min`, `3 days`, `0.2 s`: exact, in as few parts as it takes.
    static String words(Duration span) {
        if (span.compareTo(Duration.ofMinutes(1)) < 0) {
            return seconds(span) + " s";
        }
        var parts = new ArrayList<String>();
        long days = span.toDays();
        if (days > 0) {
            parts.add(days == 1 ? "1 day" : days + " days");
        }
        if (span.toHoursPart() > 0) {
            parts.add(span.toHoursPart() + " h");
        }
        if (span.toMinutesPart() > 0) {
            parts.add(span.toMinutesPart() + " min");
        }
        var rest = span.minus(Duration.ofMinutes(span.toMinutes()));
        if (!rest.isZero()) {
            parts.add(seconds(rest) + " s");
        }
        return String.join(" ", parts);
    }

    private static String seconds(Duration span) {
        double seconds = span.toMillis() / 1000.0;
        return seconds == Math.rint(seconds)
                ? Long.toString((long) seconds)
                : Double.toString(seconds);
    }
}
