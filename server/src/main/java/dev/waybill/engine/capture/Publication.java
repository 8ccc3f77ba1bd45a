package dev.waybill.engine.capture;

import dev.waybill.domain.access.Mode;
import dev.waybill.engine.catalog.SchemaCheck;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An event as a producer asked for it, checked, before it has an id.
///
/// @param assessment what its type's rules said of its data, if they had to look into it
/// @param onlyTo the one endpoint it is for, whatever its filter; null for all that take its type
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
        List<PublishKey> keys,
        @Nullable SchemaCheck assessment,
        @Nullable UUID onlyTo) {

    public Publication {
        keys = List.copyOf(keys);
    }

    /// The same, its data looked into.
    public Publication with(SchemaCheck found) {
        return new Publication(
                appId,
                mode,
                ownId,
                type,
                data,
                createdAt,
                expiresAt,
                orderingKey,
                traceparent,
                keys,
                found,
                onlyTo);
    }
}
