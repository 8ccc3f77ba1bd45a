package dev.waybill.domain.delivery;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The progress of a delivery when an attempt begins, and its limits.
///
/// @param attempts requests made before this one
/// @param refusals how many of them got an answer of the limited class (see [NextStep])
/// @param closing whether this attempt was pulled in before the end, so that none follows
public record Progress(
        int attempts,
        int refusals,
        boolean closing,
        @Nullable Instant firstAttemptAt,
        Instant giveUpAt,
        @Nullable Instant expiresAt) {

    public static Progress fresh(Instant giveUpAt, @Nullable Instant expiresAt) {
        return new Progress(0, 0, false, null, giveUpAt, expiresAt);
    }

    /// No attempt may start after this instant.
    public Instant end() {
        return endsByExpiry() && expiresAt != null ? expiresAt : giveUpAt;
    }

    public boolean endsByExpiry() {
        return expiresAt != null && !expiresAt.isAfter(giveUpAt);
    }

    public boolean expiredAt(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }

    /// Limits the time of an attempt to the time until the expiry.
    public Duration cut(Duration timeLimit, Instant now) {
        if (expiresAt == null) {
            return timeLimit;
        }
        var remains = Duration.between(now, expiresAt);
        return remains.compareTo(timeLimit) < 0 ? remains : timeLimit;
    }
}
