package dev.waybill.web.api;

import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.web.http.Fingerprint;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The `Idempotency-Key` header and the fingerprint of its request.
public final class Idempotency {

    private static final int LENGTH_MAX = 255;

    private Idempotency() {}

    /// Quoted, as in the standard, or bare.
    public static Optional<String> key(Request request) {
        return request.header("Idempotency-Key").map(Idempotency::parse);
    }

    /// The same with the fingerprint of a request whose body is this.
    public static Optional<IdempotencyKey> key(Request request, ObjectNode json) {
        return key(request)
                .map(text -> new IdempotencyKey(text, Fingerprint.of(request, json.toString())));
    }

    private static String parse(String header) {
        var key = header.strip();
        if (key.length() >= 2 && key.startsWith("\"") && key.endsWith("\"")) {
            key = key.substring(1, key.length() - 1);
        }
        boolean printable = key.chars().allMatch(c -> c > 0x20 && c < 0x7F);
        if (key.isEmpty() || key.length() > LENGTH_MAX || !printable) {
            throw Problem.of(
                    ProblemType.MALFORMED_HEADER,
                    "Idempotency-Key must be 1 to " + LENGTH_MAX + " printable characters.");
        }
        return key;
    }
}
