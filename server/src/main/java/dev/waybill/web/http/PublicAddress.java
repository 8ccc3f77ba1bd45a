package dev.waybill.web.http;

import dev.waybill.domain.IdKind;
import java.util.UUID;
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
