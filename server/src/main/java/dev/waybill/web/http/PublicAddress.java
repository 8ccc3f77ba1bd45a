package dev.waybill.web.http;

import dev.waybill.domain.IdKind;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The public address of this service.
public final class PublicAddress {

    private final @Nullable String publicUrl;

    /// The prefix of links to this service.
    ///
    /// @param publicUrl null for as the request reached it
    public PublicAddress(@Nullable String publicUrl) {
        this.publicUrl = publicUrl;
    }

    /// The link that signs a customer in. The code is in the fragment, which no server and no log
    /// sees; the id selects the pages that may show the sign-in page in a frame.
    public String portal(UUID link, String code, Request request) {
        return of(request) + "/portal/enter?link=" + IdKind.PORTAL_LINK.format(link) + "#" + code;
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
