package dev.waybill.domain.event;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Mode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A published event. `data` are the bytes as received, never re-encoded.
///
/// @param expiresBy the rule that set the expiry; null if there is none
public record Event(
        UUID id,
        UUID appId,
        Mode mode,
        @Nullable String ownId,
        String type,
        byte[] data,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable ExpiryRule expiresBy,
        @Nullable String orderingKey,
        @Nullable Long sequence,
        @Nullable String traceparent) {

    /// The public id: the producer's own, if it gave one.
    public String publicId() {
        return publicId(id, ownId);
    }

    public static String publicId(UUID id, @Nullable String ownId) {
        return ownId != null ? ownId : IdKind.EVENT.format(id);
    }
}
