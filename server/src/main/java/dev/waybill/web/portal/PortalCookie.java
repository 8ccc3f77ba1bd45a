package dev.waybill.web.portal;

import dev.waybill.web.http.Cookies;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.site.Origin;
import java.time.Duration;
import java.util.Optional;

/// The session cookie of a customer's browser.
final class PortalCookie {

    /// The prefix makes browsers refuse the cookie from another host, a parent domain or plain
    /// HTTP.
    private static final String NAME = "__Host-waybill-portal";

    /// For pages over plain HTTP from another machine, where browsers do not accept the prefix.
    private static final String PLAIN_NAME = "waybill-portal";

    /// How long the portal can explain an ended session and link back to the platform: a page may
    /// stay open over a holiday. The session itself ends in the database.
    private static final Duration REMEMBERED = Duration.ofDays(7);

    private PortalCookie() {}

    static Optional<String> find(Request request) {
        return Cookies.find(request, name(request));
    }

    static Response set(Response response, Request request, String token, Duration life) {
        return with(response, request, token, life.plus(REMEMBERED).toSeconds());
    }

    static Response clear(Response response, Request request) {
        return with(response, request, "", 0);
    }

    private static Response with(Response response, Request request, String value, long seconds) {
        return response.with(
                "Set-Cookie",
                name(request)
                        + "="
                        + value
                        + "; Path=/; HttpOnly; Max-Age="
                        + seconds
                        + placement(request));
    }

    /// In a frame on another site's page browsers send only cookies with this attribute. The cookie
    /// is partitioned: it belongs to that page alone, and is stored even where third-party cookies
    /// are blocked.
    static String placement(Request request) {
        if (!Origin.isPrivate(request)) {
            return "; SameSite=Lax";
        }
        boolean framed = request.header("Sec-Fetch-Dest").orElse("").equals("iframe");
        return framed ? "; SameSite=None; Secure; Partitioned" : "; SameSite=Lax; Secure";
    }

    private static String name(Request request) {
        return Origin.isPrivate(request) ? NAME : PLAIN_NAME;
    }
}
