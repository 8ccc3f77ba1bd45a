package dev.waybill.web.site.endpoint;

import dev.waybill.web.http.Request;
import java.util.Optional;
import java.util.Set;

/// The receiver that accepts and drops every request, for first steps.
public final class BuiltInReceiver {

    public static final String PATH = "/ui/try";

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final boolean dev;

    public BuiltInReceiver(boolean dev) {
        this.dev = dev;
    }

    /// Its address for this client. Only in development, and only for clients on this machine:
    /// otherwise the address is denied.
    public Optional<String> url(Request request) {
        var host = request.header("Host").orElse("");
        return dev && LOOPBACK.contains(host.replaceFirst(":[0-9]+$", ""))
                ? Optional.of("http://" + host + PATH)
                : Optional.empty();
    }
}
