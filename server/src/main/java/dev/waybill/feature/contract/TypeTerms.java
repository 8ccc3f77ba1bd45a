package dev.waybill.feature.contract;

import dev.waybill.domain.retry.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How deliveries of one event type to one endpoint are made.
///
/// @param ttl after which an event of the type expires, if the event has no expiry of its own
/// @param expiresAtPointer where `data` may carry the expiry
/// @param policy with the attempts that the type allows
public record TypeTerms(
        String type,
        @Nullable Duration ttl,
        @Nullable String expiresAtPointer,
        RetryPolicy policy) {

    boolean expires() {
        return ttl != null || expiresAtPointer != null;
    }
}
