package dev.waybill.domain.delivery;

import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.domain.retry.RetryPolicy;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A delivery this process may attempt, with all it takes to do so. The lease is the token that
/// settling must show.
///
/// @param lagSince what its delivery lag is counted from: the event's creation, or the making of a
///   delivery that was made again by request
/// @param place where it stands in an ordered lane; null if it is not ordered
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

    /// Whether it goes stale so soon that it does not wait for a breaker.
    public boolean urgent() {
        return RetryPolicies.isUrgent(policy);
    }

    /// What the delivery weighs in memory while it waits.
    public int bytes() {
        return envelope.body().length;
    }
}
