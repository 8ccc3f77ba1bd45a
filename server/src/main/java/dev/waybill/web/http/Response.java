package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;

/// An answer, whole.
public record Response(int status, Map<String, String> headers, byte[] body) {

    public static final String JSON = "application/json";

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

    /// Look there instead, with a GET.
    public static Response seeOther(String location) {
        return new Response(303, Map.of("Location", location), new byte[0]);
    }

    /// The same with one more header.
    public Response with(String name, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Response(status, more, body);
    }

    public static Response noContent() {
        return new Response(204, Map.of(), new byte[0]);
    }
}
