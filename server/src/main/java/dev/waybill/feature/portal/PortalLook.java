package dev.waybill.feature.portal;

import org.jspecify.annotations.Nullable;

/// How the portal looks to all customers.
///
/// @param product the name of the platform's product; empty if it is not set
/// @param accent a colour as `#rrggbb`; null for Waybill's own
/// @param returnUrl the page that customers return to; null if it is not set
public record PortalLook(String product, @Nullable String accent, @Nullable String returnUrl) {

    /// The page to return to: that of the link if it has one.
    PortalLook returningTo(@Nullable String url) {
        return url == null ? this : new PortalLook(product, accent, url);
    }
}
