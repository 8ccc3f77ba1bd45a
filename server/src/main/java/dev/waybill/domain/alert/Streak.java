package dev.waybill.domain.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A time in which every attempt of an endpoint failed. It begins with the first five minutes that
/// contain only failures, and ends with those that contain a success.
///
/// @param since the beginning of the first span
/// @param lastFailedAt the end of the last span with a failure
/// @param endedAt the beginning of the span with the next success; null while it lasts
public record Streak(Instant since, Instant lastFailedAt, @Nullable Instant endedAt) {

    /// Shorter streaks reach no threshold, and are forgotten when they end.
    public static final Duration KEPT_MIN =
            Duration.ofMinutes(Threshold.FIRST_MINUTES.range().min());

    public boolean isOpen() {
        return endedAt == null;
    }

    public Streak endedAt(Instant time) {
        return new Streak(since, lastFailedAt, time);
    }

    /// Whether it is long enough to be kept after its end.
    public boolean isKept() {
        return endedAt == null || !endedAt.isBefore(since.plus(KEPT_MIN));
    }

    /// The streaks after some spans: those that ended within them, and at most one that lasts.
    ///
    /// @param open the streak that lasted before; null for none
    /// @param spans in the order of time, all later than those before
    public static List<Streak> after(@Nullable Streak open, List<Span> spans) {
        var streaks = new ArrayList<Streak>();
        var current = open;
        for (var span : spans) {
            if (span.succeeded() > 0) {
                if (current != null) {
                    streaks.add(current.endedAt(span.since()));
                    current = null;
                }
            } else if (span.failsOnly()) {
                var begun = current == null ? span.since() : current.since;
                current = new Streak(begun, span.since().plus(Span.LENGTH), null);
            }
        }
        if (current != null) {
            streaks.add(current);
        }
        return streaks;
    }
}
