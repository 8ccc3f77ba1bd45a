package dev.waybill.query;

import dev.waybill.domain.DeliveryState;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Which deliveries a list shows; what is null does not narrow it.
public record DeliveryFilter(
        @Nullable DeliveryState state,
        @Nullable String reason,
        @Nullable UUID endpointId,
        @Nullable String eventType,
        @Nullable Integer status,
        @Nullable Instant since,
        @Nullable Instant until) {}
