package dev.waybill.engine.access;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A key as it is stored, without the secret.
///
/// @param appId the app of a key with the role app
public record ApiKey(
        UUID id,
        Role role,
        @Nullable UUID appId,
        Mode mode,
        String name,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        @Nullable Instant lastUsedAt) {

    /// The key before it was revoked.
    public ApiKey unrevoked() {
        return new ApiKey(id, role, appId, mode, name, createdAt, expiresAt, null, lastUsedAt);
    }

    public boolean expiredAt(Instant time) {
        return expiresAt != null && !time.isBefore(expiresAt);
    }
}
