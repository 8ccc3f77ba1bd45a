package dev.waybill.capture;

import dev.waybill.domain.Mode;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An event as a producer asked for it, checked, before it has an id.
public record Publication(
        UUID appId,
        Mode mode,
        @Nullable String ownId,
        String type,
        byte[] data,
        @Nullable Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable String orderingKey,
        @Nullable String traceparent,
        List<PublishKey> keys) {

    public Publication {
        keys = List.copyOf(keys);
    }
}
