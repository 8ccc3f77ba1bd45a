package dev.waybill.web.site;

import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import java.net.URI;
import java.util.Set;

/// The origin of a request, by headers that only browsers set.
public final class Origin {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private Origin() {}

    /// Whether the connection is private: HTTPS, at least up to a proxy in front of the service, or
    /// a connection from this machine.
    public static boolean isPrivate(Request request) {
        boolean https =
                request.header("X-Forwarded-Proto").orElse("").strip().equalsIgnoreCase("https");
        var host = request.header("Host").orElse("").replaceFirst(":[0-9]+$", "");
        return https || LOOPBACK.contains(host);
    }

    /// Refuses a form that another site has sent. Browsers name the sender in `Sec-Fetch-Site`;
    /// over plain HTTP they do not, and then the `Origin` must be present and ours.
    public static void requireOwn(Request request) {
        var site = request.header("Sec-Fetch-Site");
        var origin = request.header("Origin");
        boolean siteFits = site.isEmpty() || site.get().equals("same-origin");
        boolean originFits = origin.isEmpty() || isOwn(origin.get(), request);
        if (!siteFits || !originFits || (site.isEmpty() && origin.isEmpty())) {
            throw Problem.of(
                    ProblemType.FORBIDDEN,
                    "The request did not come from this page. Open the page here and try"
                            + " again.");
        }
    }

    private static boolean isOwn(String origin, Request request) {
        try {
            return isOwn(URI.create(origin), request);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// Whether it is the origin of the requested host.
    static boolean isOwn(URI address, Request request) {
        var authority = address.getRawAuthority();
        return authority != null && authority.equalsIgnoreCase(request.header("Host").orElse(""));
    }
}
