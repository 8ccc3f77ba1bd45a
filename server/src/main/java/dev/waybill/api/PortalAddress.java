package dev.waybill.api;

import dev.waybill.domain.IdKind;
import dev.waybill.http.Request;
import dev.waybill.portal.PortalLinks;
import org.jspecify.annotations.Nullable;

/// Where customers find the portal.
public final class PortalAddress {

    private final @Nullable String publicUrl;

    /// Makes links to this service.
    ///
    /// @param publicUrl how customers reach it; null for as the request reached it
    public PortalAddress(@Nullable String publicUrl) {
        this.publicUrl = publicUrl;
    }

    /// The link that lets a customer in. The code is in the fragment, which no server and no log
    /// sees; the id tells the entrance which pages may show it in a frame.
    public String of(PortalLinks.Minted minted, Request request) {
        return base(request)
                + "/portal/enter?link="
                + IdKind.PORTAL_LINK.format(minted.link().id())
                + "#"
                + minted.code();
    }

    private String base(Request request) {
        if (publicUrl != null) {
            return publicUrl;
        }
        boolean https = request.header("X-Forwarded-Proto").orElse("").equalsIgnoreCase("https");
        return (https ? "https://" : "http://") + request.header("Host").orElse("localhost");
    }
}
