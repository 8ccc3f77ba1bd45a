package dev.waybill.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A request of the HTTP server, seen through our own interface.
record HelidonRequest(ServerRequest server, String id, Map<String, String> parts)
        implements Request {

    /// Handlers ask for a few names, over and over; making one from text is not free.
    private static final ConcurrentHashMap<String, HeaderName> HEADERS = new ConcurrentHashMap<>();

    static HeaderName name(String text) {
        var known = HEADERS.get(text);
        return known != null ? known : HEADERS.computeIfAbsent(text, HeaderNames::create);
    }

    @Override
    public String method() {
        return server.prologue().method().text();
    }

    @Override
    public String path() {
        return server.path().path();
    }

    @Override
    public String part(String name) {
        var value = parts.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the route has no part " + name);
        }
        return value;
    }

    @Override
    public Optional<String> query(String name) {
        return server.query().contains(name)
                ? Optional.of(server.query().all(name).getLast())
                : Optional.empty();
    }

    @Override
    public Set<String> queryNames() {
        return server.query().names();
    }

    @Override
    public Optional<String> header(String name) {
        return server.headers().first(name(name));
    }

    @Override
    public byte[] body(int bytesMax) {
        var announced = server.headers().contentLength();
        if (announced.isPresent() && announced.getAsLong() > bytesMax) {
            throw tooLarge(bytesMax);
        }
        if (!server.content().hasEntity()) {
            return new byte[0];
        }
        try (var stream = server.content().inputStream()) {
            var body = stream.readNBytes(bytesMax + 1);
            if (body.length > bytesMax) {
                throw tooLarge(bytesMax);
            }
            return body;
        } catch (IOException e) {
            throw Problem.of(ProblemType.MALFORMED_JSON, "The body ended before it was complete.");
        }
    }

    @Override
    public Request with(Map<String, String> namedParts) {
        return new HelidonRequest(server, id, namedParts);
    }

    private static Problem tooLarge(int bytesMax) {
        return Problem.of(
                ProblemType.TOO_LARGE, "The body must not be larger than " + bytesMax + " bytes.");
    }
}
