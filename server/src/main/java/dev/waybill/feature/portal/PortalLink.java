package dev.waybill.feature.portal;

import dev.waybill.domain.access.Capability;
import dev.waybill.domain.access.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A link that lets a customer in once.
///
/// @param sessionLife how long the customer stays in
/// @param returnUrl where the platform would have the customer back; null for the usual place
/// @param sessionEndsAt null until the link was used
/// @param revokedAt when it was revoked, or whoever made it ends; null if neither is known
public record PortalLink(
        UUID id,
        UUID appId,
        Mode mode,
        Set<Capability> capabilities,
        @Nullable String returnUrl,
        Instant createdAt,
        Instant expiresAt,
        Duration sessionLife,
        @Nullable Instant usedAt,
        @Nullable Instant sessionEndsAt,
        @Nullable Instant revokedAt) {

    public PortalLink {
        capabilities = Set.copyOf(capabilities);
    }

    /// Where a link stands.
    public enum State {
        /// Nobody came with it yet.
        OPEN,
        /// Somebody is in.
        IN_USE,
        /// Whoever came has been out since.
        OVER,
        /// Nobody came in time.
        EXPIRED,
        REVOKED;

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public State state(Instant now) {
        if (revokedAt != null && !revokedAt.isAfter(now)) {
            return State.REVOKED;
        }
        if (sessionEndsAt != null) {
            return sessionEndsAt.isAfter(now) ? State.IN_USE : State.OVER;
        }
        return expiresAt.isAfter(now) ? State.OPEN : State.EXPIRED;
    }
}
