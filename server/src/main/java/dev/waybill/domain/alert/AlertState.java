package dev.waybill.domain.alert;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The state of an alert, and who has taken care of it.
///
/// @param level null for rules without levels
/// @param reopened how often it fired again soon after it had resolved
/// @param acknowledgedAt null if nobody has acknowledged it
/// @param snoozedUntil null if it is not snoozed
/// @param resolvedAt null while it fires
public record AlertState(
        @Nullable Level level,
        int reopened,
        @Nullable Instant acknowledgedAt,
        @Nullable Instant snoozedUntil,
        @Nullable Instant resolvedAt) {

    public static final Duration SNOOZED_MAX = Duration.ofDays(7);

    /// A new alert.
    public static AlertState firing(@Nullable Level level) {
        return new AlertState(level, 0, null, null, null);
    }

    public boolean isResolved() {
        return resolvedAt != null;
    }

    /// Whether the alert is quiet for now: nobody is notified of a further level.
    public boolean isSnoozed(Instant now) {
        return !isResolved() && snoozedUntil != null && now.isBefore(snoozedUntil);
    }

    public AlertState resolved(Instant at) {
        return new AlertState(level, reopened, acknowledgedAt, snoozedUntil, at);
    }

    /// The same alert fires again, which is news.
    ///
    /// @param reached null for rules without levels
    public AlertState again(@Nullable Level reached) {
        return new AlertState(reached, reopened + 1, null, null, null);
    }

    /// Whether its problem has come back.
    public boolean isReopened() {
        return reopened > 0;
    }

    /// The level after a streak has reached one. A level never falls.
    public AlertState risenTo(Level reached) {
        var higher = level == null || reached.compareTo(level) > 0 ? reached : level;
        return new AlertState(higher, reopened, acknowledgedAt, snoozedUntil, resolvedAt);
    }

    /// Whether reaching this level is news.
    public boolean isBelow(Level reached) {
        return level == null || reached.compareTo(level) > 0;
    }

    /// Whether channels are notified of a change now. An alert that somebody has acknowledged or
    /// snoozed is quiet until it resolves.
    public boolean notifiesChannels(Instant now) {
        return acknowledgedAt == null && !isSnoozed(now);
    }
}
