package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;

/// A complete answer.
///
/// @param shared whether other answers have the same body, so that this one needs no memory for it
public record Response(int status, Map<String, String> headers, byte[] body, boolean shared) {

    public static final String JSON = "application/json";

    public Response(int status, Map<String, String> headers, byte[] body) {
        this(status, headers, body, false);
    }

    public static Response json(int status, byte[] body) {
        return new Response(status, Map.of("Content-Type", JSON), body);
    }

    public static Response text(int status, String text) {
        return new Response(
                status, Map.of("Content-Type", "text/plain; charset=utf-8"), text.getBytes(UTF_8));
    }

    public static Response html(int status, String page) {
        return new Response(
                status, Map.of("Content-Type", "text/html; charset=utf-8"), page.getBytes(UTF_8));
    }

    /// Redirects to another address, with a GET.
    public static Response seeOther(String location) {
        return new Response(303, Map.of("Location", location), new byte[0]);
    }

    /// The same with one more header.
    public Response with(String name, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Response(status, more, body, shared);
    }

    /// The same for a body that is kept anyway.
    public Response withSharedBody() {
        return new Response(status, headers, body, true);
    }

    public static Response noContent() {
        return new Response(204, Map.of(), new byte[0]);
    }
}
