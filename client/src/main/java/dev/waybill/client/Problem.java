package dev.waybill.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// An error response of the service (RFC 9457).
///
/// @param type stable, for programs, such as `urn:waybill:problem:invalid`
/// @param detail a sentence for developers
/// @param errors every violation of the request
/// @param requestId finds the request in the service's log
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        List<Violation> errors,
        @Nullable String requestId) {

    /// A violation of one field.
    ///
    /// @param pointer a JSON pointer into the request
    public record Violation(String pointer, String code, String detail) {}

    public Problem {
        errors = List.copyOf(errors);
    }

    /// The problem in a response. A proxy may have answered with something else.
    static Problem read(int status, byte[] body) {
        try {
            return JsonReader.read(body)
                    .object()
                    .map(json -> read(status, json))
                    .orElseGet(() -> unknown(status));
        } catch (MalformedJson e) {
            return unknown(status);
        }
    }

    static Problem read(int status, Json.Obj json) {
        var errors =
                json.objects("errors").stream()
                        .map(error ->
                                new Violation(
                                        error.text("pointer").orElse(""),
                                        error.text("code").orElse(""),
                                        error.text("detail").orElse("")))
                        .toList();
        var title = json.text("title").orElse("HTTP " + status);
        return new Problem(
                json.text("type").orElse("about:blank"),
                title,
                status,
                json.text("detail").orElse(title),
                errors,
                json.text("request_id").orElse(null));
    }

    private static Problem unknown(int status) {
        var title = "HTTP " + status;
        return new Problem(
                "about:blank", title, status, "The response is not from Waybill.", List.of(), null);
    }

    /// One line for people: the detail and, if there are more, the other violations.
    String sentence() {
        var others = errors.stream().skip(1).map(error -> " " + error.detail()).toList();
        return detail + String.join("", others);
    }
}
