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
/// @param giveUpAt when the first of its deliveries gives up
/// @param lost deliveries that became dead letters in it
/// @param gaps the times without a failure that were longer than the streak before them
public record Streak(
        Instant since,
        Instant lastFailedAt,
        @Nullable Instant endedAt,
        Instant giveUpAt,
        long lost,
        List<Gap> gaps) {

    /// Shorter streaks reach no threshold, and are forgotten when they end.
    public static final Duration KEPT_MIN =
            Duration.ofMinutes(Threshold.FIRST_MINUTES.range().min());

    /// A time without a failure.
    ///
    /// @param from the end of the last span with a failure before it
    /// @param to the end of the first one after it
    public record Gap(Instant from, Instant to) {}

    public Streak {
        gaps = List.copyOf(gaps);
    }

    private static Streak begun(Span span) {
        return new Streak(span.since(), span.end(), null, span.giveUpAt(), span.lost(), List.of());
    }

    public boolean isOpen() {
        return endedAt == null;
    }

    public Streak endedAt(Instant time) {
        return new Streak(since, lastFailedAt, time, giveUpAt, lost, gaps);
    }

    /// Whether it is long enough to be kept after its end.
    public boolean isKept() {
        return endedAt == null || !endedAt.isBefore(since.plus(KEPT_MIN));
    }

    /// When it had lasted for a time and had failed in the second half of that time: an endpoint
    /// that failed once and was sent nothing since has not been failing. Null if it has not.
    @Nullable Instant hasLastedAt(Duration time) {
        var half = since.plus(time.dividedBy(2));
        if (lastFailedAt.isBefore(half)) {
            return null;
        }
        // Without a gap of that length around it, a failure followed within the second half.
        var failedAgain =
                gaps.stream()
                        .filter(gap -> gap.from.isBefore(half) && !gap.to.isBefore(half))
                        .map(Gap::to)
                        .findFirst()
                        .orElse(half);
        var full = since.plus(time);
        return failedAgain.isAfter(full) ? failedAgain : full;
    }

    /// The streaks after some spans: those that ended within them, and at most one that lasts.
    ///
    /// @param open the streak that lasted before; null for none
    /// @param spans in the order of time, all later than those before
    public static List<Streak> after(@Nullable Streak open, List<Span> spans) {
        var streaks = new ArrayList<Streak>();
        var current = open;
        for (var span : spans) {
            if (current == null) {
                current = span.failsOnly() ? begun(span) : null;
            } else if (span.succeeded() > 0) {
                streaks.add(current.losing(span.lost()).endedAt(span.since()));
                current = null;
            } else {
                current = current.losing(span.lost());
                current = span.failsOnly() ? current.failing(span) : current;
            }
        }
        if (current != null) {
            streaks.add(current);
        }
        return streaks;
    }

    private Streak losing(long count) {
        return new Streak(since, lastFailedAt, endedAt, giveUpAt, lost + count, gaps);
    }

    private Streak failing(Span span) {
        var all = new ArrayList<>(gaps);
        var before = Duration.between(since, lastFailedAt);
        if (Duration.between(since, span.end()).compareTo(before.multipliedBy(2)) > 0) {
            all.add(new Gap(lastFailedAt, span.end()));
        }
        var giveUp = span.giveUpAt().isBefore(giveUpAt) ? span.giveUpAt() : giveUpAt;
        return new Streak(since, span.end(), endedAt, giveUp, lost, all);
    }
}
