package dev.waybill.feature.portal;

import dev.waybill.domain.access.Capability;
import dev.waybill.domain.access.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A link that signs a customer in once.
///
/// @param sessionLife how long the session lasts
/// @param returnUrl the page that the customer returns to; null for the one of the portal's
///   settings
/// @param sessionEndsAt null until the link was used
/// @param revokedAt when it was revoked, or its maker's key or user ends; null if neither is known
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

    /// The state of a link.
    public enum State {
        /// It was not used yet.
        OPEN,
        /// Its session is open.
        IN_USE,
        /// Its session has ended.
        OVER,
        /// It expired unused.
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
