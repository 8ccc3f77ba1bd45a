package dev.waybill.engine.capture;

import dev.waybill.domain.access.Mode;
import dev.waybill.engine.catalog.SchemaCheck;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An event as a producer published it, validated, without an id.
///
/// @param assessment the result of the schema check, if the type of the event requires one
/// @param onlyTo the only endpoint that receives it, regardless of its filter; null for all that
///   match
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

    /// The same publication with the result of a schema check.
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
