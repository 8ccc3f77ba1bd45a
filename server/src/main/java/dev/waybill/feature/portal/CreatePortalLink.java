package dev.waybill.feature.portal;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Capability;
import dev.waybill.engine.capture.IdempotencyKey;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Asks for a link to the portal of an app, in the caller's mode.
///
/// @param app the uid or id of the app; null for the caller's own
/// @param capabilities the capabilities of the customer; null for all
/// @param returnUrl the page that customers return to; null for the one of the portal's settings
/// @param expiresInSeconds how long the link can be used; null for the default
/// @param sessionSeconds how long the customer stays signed in; null for the default
/// @param key makes a repeated request find the link that the first one made
public record CreatePortalLink(
        Caller caller,
        @Nullable String app,
        @Nullable Set<Capability> capabilities,
        @Nullable String returnUrl,
        @Nullable Integer expiresInSeconds,
        @Nullable Integer sessionSeconds,
        @Nullable IdempotencyKey key) {}
