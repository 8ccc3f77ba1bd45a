package dev.waybill.feature.portal;

import org.jspecify.annotations.Nullable;

/// How the portal looks to all customers.
///
/// @param product what the platform calls itself; empty if it did not say
/// @param accent a colour as `#rrggbb`; null for Waybill's own
/// @param returnUrl where customers came from; null if there is no such place
public record PortalLook(String product, @Nullable String accent, @Nullable String returnUrl) {

    /// Where to go back to, by the link that somebody came with if it says.
    PortalLook returningTo(@Nullable String url) {
        return url == null ? this : new PortalLook(product, accent, url);
    }
}
