package dev.waybill.domain.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How an alert about an endpoint ends, and when its problem is the same one as before. A problem
/// that comes and goes is told as one: first that it began, that it ended and that it is back, and
/// from then on only that it has ended for good.
public final class Recurrence {

    /// An alert resolves when its problem has been over for this time, and has not begun again.
    public static final Duration QUIET = Duration.ofMinutes(15);

    /// A problem that is back so soon continues its alert. The alert then resolves only when the
    /// problem has been over for as long.
    public static final Duration REOPENED_WITHIN = Duration.ofHours(6);

    private Recurrence() {}

    /// A time in which the problem existed.
    ///
    /// @param firesAt when it was grave enough for an alert; null if it was not
    /// @param endedAt null while it lasts
    public record Episode(Instant since, @Nullable Instant firesAt, @Nullable Instant endedAt) {}

    /// When an alert resolves whose problem has ended.
    ///
    /// @param reopened whether the problem had come back before
    public static Instant resolvesAt(Instant endedAt, boolean reopened) {
        return endedAt.plus(reopened ? REOPENED_WITHIN : QUIET);
    }

    /// Whether the problem continues an earlier alert.
    ///
    /// @param resolvedAt when the last alert resolved; null for none
    public static boolean reopens(@Nullable Instant resolvedAt, Instant firesAt) {
        return resolvedAt != null && firesAt.isBefore(resolvedAt.plus(REOPENED_WITHIN));
    }

    /// When new alerts fired: not those that continued.
    ///
    /// @param episodes of one endpoint, in the order of time
    public static List<Instant> firings(List<Episode> episodes) {
        var firings = new ArrayList<Instant>();
        @Nullable Instant resolvesAt = null;
        boolean reopened = false;
        for (var episode : episodes) {
            var firesAt = episode.firesAt;
            boolean goesOn = resolvesAt != null && episode.since.isBefore(resolvesAt);
            if (!goesOn) {
                if (firesAt == null) {
                    continue;
                }
                reopened = reopens(resolvesAt, firesAt);
                if (!reopened) {
                    firings.add(firesAt);
                }
            }
            // One without an end is the last.
            var endedAt = episode.endedAt;
            resolvesAt = endedAt == null ? null : resolvesAt(endedAt, reopened);
        }
        return firings;
    }
}
