package dev.waybill.domain.event;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Mode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What the producer published. `data` is its bytes as they came, never re-encoded.
///
/// @param expiresBy what set the expiry; null if it has none
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

    /// The id everybody sees: the producer's own, if it gave one.
    public String publicId() {
        return publicId(id, ownId);
    }

    public static String publicId(UUID id, @Nullable String ownId) {
        return ownId != null ? ownId : IdKind.EVENT.format(id);
    }
}
