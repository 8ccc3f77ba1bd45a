package dev.waybill.domain.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rule `endpoint.failing`.
///
/// A streak reaches a level when it has lasted long enough and an attempt failed in the second half
/// of that time: an endpoint that failed once and was sent nothing since has not been failing.
public final class Failing {

    /// An endpoint that fails again so soon after it recovered continues its alert, so that an
    /// endpoint that flaps does not cause an alert each time.
    public static final Duration REOPENED_WITHIN = Duration.ofHours(6);

    /// After the window of the retry policy, the time in which the last deliveries end.
    static final Duration LOST_AFTER = Duration.ofHours(1);

    private Failing() {}

    /// When a streak fires; empty if it did not, or has not yet.
    ///
    /// @param outages those that make it wait
    public static Optional<Instant> firesAt(
            Streak streak, Instant asOf, Thresholds thresholds, List<Outage> outages) {
        var first = thresholds.minutes(Threshold.FIRST_MINUTES);
        if (!lasts(streak, first)) {
            return Optional.empty();
        }
        var end = streak.endedAt() == null ? asOf : streak.endedAt();
        var time = streak.since().plus(first);
        while (!time.isAfter(end)) {
            var begun = time;
            var outage = outages.stream().filter(one -> one.covers(streak, begun)).findFirst();
            if (outage.isEmpty()) {
                return Optional.of(time);
            }
            var until = outage.get().until();
            if (until == null) {
                return Optional.empty();
            }
            time = until;
        }
        return Optional.empty();
    }

    private static boolean lasts(Streak streak, Duration length) {
        return !streak.lastFailedAt().isBefore(streak.since().plus(length.dividedBy(2)));
    }

    /// The level of a streak that has fired.
    ///
    /// @param window of the retry policy of the endpoint
    /// @param lost deliveries that became dead letters during the streak
    public static Level level(
            Streak streak, Instant asOf, Duration window, long lost, Thresholds thresholds) {
        var giveUp = streak.since().plus(window);
        if (lost > 0 && !asOf.isBefore(giveUp.plus(LOST_AFTER))) {
            return Level.LOST;
        }
        if (!asOf.isBefore(giveUp.minus(notice(window, thresholds)))) {
            return Level.EXPIRING;
        }
        var second = thresholds.minutes(Threshold.SECOND_MINUTES);
        var reached = !asOf.isBefore(streak.since().plus(second)) && lasts(streak, second);
        return reached ? Level.SECOND : Level.FIRST;
    }

    /// How long before giving up the owner is told. A short window has a short notice.
    private static Duration notice(Duration window, Thresholds thresholds) {
        var notice = thresholds.minutes(Threshold.EXPIRING_MINUTES);
        var most = window.dividedBy(4);
        return notice.compareTo(most) < 0 ? notice : most;
    }

    /// Whether a streak continues the alert of an earlier one.
    ///
    /// @param resolvedAt when the last alert of this endpoint resolved; null for none
    public static boolean reopens(@Nullable Instant resolvedAt, Instant firesAt) {
        return resolvedAt != null && firesAt.isBefore(resolvedAt.plus(REOPENED_WITHIN));
    }

    /// When an alert resolves whose streak has ended.
    public static Instant resolvesAt(Instant endedAt) {
        return endedAt.plus(Span.LENGTH);
    }
}
