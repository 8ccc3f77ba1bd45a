package dev.waybill.feature.redelivery;

import dev.waybill.domain.access.Scope;
import dev.waybill.engine.capture.IdempotencyKey;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Asks to attempt a delivery later, or again if it has ended.
///
/// @param delaySeconds null for at once
/// @param key makes a repeated request find the delivery that the first one made
public record RequeueDelivery(
        UUID id, Scope scope, @Nullable Integer delaySeconds, @Nullable IdempotencyKey key) {}
