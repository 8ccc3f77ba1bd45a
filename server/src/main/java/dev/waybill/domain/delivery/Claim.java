package dev.waybill.domain.delivery;

import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.domain.retry.RetryPolicy;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A delivery that this process may attempt, with everything that the attempt needs. Settling
/// requires the lease token.
///
/// @param lagSince the start of the delivery lag: the creation of the event, or of a resent
///   delivery
/// @param place in an ordered lane; null if the delivery is not ordered
public record Claim(
        UUID deliveryId,
        UUID endpointId,
        UUID appId,
        Instant lagSince,
        UUID lease,
        Envelope envelope,
        Progress progress,
        RetryPolicy policy,
        @Nullable LanePlace place) {

    /// Whether it expires so soon that it does not wait for a breaker.
    public boolean urgent() {
        return RetryPolicies.isUrgent(policy);
    }

    /// The bytes that the delivery needs in memory while it waits.
    public int bytes() {
        return envelope.body().length;
    }
}
