package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.portal.PortalLinks;
import dev.waybill.web.http.Request;
import org.jspecify.annotations.Nullable;

/// How this service is reached from outside.
public final class PublicAddress {

    private final @Nullable String publicUrl;

    /// Links to this service begin with it.
    ///
    /// @param publicUrl null for as the request reached it
    public PublicAddress(@Nullable String publicUrl) {
        this.publicUrl = publicUrl;
    }

    /// The link that lets a customer in. The code is in the fragment, which no server and no log
    /// sees; the id tells the entrance which pages may show it in a frame.
    public String portal(PortalLinks.Minting.Minted minted, Request request) {
        return of(request)
                + "/portal/enter?link="
                + IdKind.PORTAL_LINK.format(minted.link().id())
                + "#"
                + minted.code();
    }

    /// Scheme, host and port.
    public String of(Request request) {
        if (publicUrl != null) {
            return publicUrl;
        }
        boolean https = request.header("X-Forwarded-Proto").orElse("").equalsIgnoreCase("https");
        return (https ? "https://" : "http://") + request.header("Host").orElse("localhost");
    }
}
