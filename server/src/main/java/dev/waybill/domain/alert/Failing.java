package dev.waybill.domain.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The rule `endpoint.failing`: a streak reaches a level when it has lasted long enough.
public final class Failing {

    /// After the first delivery gave up, the time in which those that failed with it end too.
    static final Duration LOST_AFTER = Duration.ofHours(1);

    private Failing() {}

    /// When a streak fires; empty if it did not, or has not yet. An outage makes it wait, but not
    /// until deliveries give up.
    ///
    /// @param outages those that concern the endpoint
    public static Optional<Instant> firesAt(
            Streak streak, Instant asOf, Thresholds thresholds, List<Outage> outages) {
        var time = streak.hasLastedAt(thresholds.minutes(Threshold.FIRST_MINUTES));
        var end = streak.endedAt() == null ? asOf : streak.endedAt();
        var expiringAt = expiringAt(streak, thresholds);
        while (time != null && !time.isAfter(end)) {
            var reached = time;
            var outage = outages.stream().filter(one -> one.covers(streak, reached)).findFirst();
            if (outage.isEmpty() || !time.isBefore(expiringAt)) {
                return Optional.of(time);
            }
            var over = outage.get().end();
            time = over.isBefore(expiringAt) ? over : expiringAt;
        }
        return Optional.empty();
    }

    /// The level of a streak that has fired.
    public static Level level(Streak streak, Instant asOf, Thresholds thresholds) {
        if (streak.lost() > 0 && !asOf.isBefore(streak.giveUpAt().plus(LOST_AFTER))) {
            return Level.LOST;
        }
        // Some deliveries are retried less often than others, as those that get 4xx.
        if (streak.lost() > 0 || !asOf.isBefore(expiringAt(streak, thresholds))) {
            return Level.EXPIRING;
        }
        var secondAt = streak.hasLastedAt(thresholds.minutes(Threshold.SECOND_MINUTES));
        return secondAt != null && !asOf.isBefore(secondAt) ? Level.SECOND : Level.FIRST;
    }

    /// When the owner is told that deliveries will give up. A short window has a short notice.
    private static Instant expiringAt(Streak streak, Thresholds thresholds) {
        var notice = thresholds.minutes(Threshold.EXPIRING_MINUTES);
        var most = Duration.between(streak.since(), streak.giveUpAt()).dividedBy(4);
        return streak.giveUpAt().minus(notice.compareTo(most) < 0 ? notice : most);
    }

    /// A streak as an episode of its endpoint's problem.
    static Recurrence.Episode episode(
            Streak streak, Instant asOf, Thresholds thresholds, List<Outage> outages) {
        return new Recurrence.Episode(
                streak.since(),
                firesAt(streak, asOf, thresholds, outages).orElse(null),
                streak.endedAt());
    }
}
