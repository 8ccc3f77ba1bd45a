package dev.waybill.web.api;

import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.engine.deliver.compose.CustomHeaders;
import dev.waybill.engine.deliver.sign.SigningKey;
import dev.waybill.web.http.Problem;
import dev.waybill.web.json.Json;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Checks what people write about signatures, secrets and headers of their own.
final class CredentialFields {

    /// Stands for a value that is not shown. Who sends it back means the value that is there.
    static final String HIDDEN = "***";

    private static final int SECRET_LENGTH_MAX = 512;

    private CredentialFields() {}

    static Optional<SignatureScheme> signature(Fields fields) {
        return fields.text("signature", 32)
                .map(word ->
                        SignatureScheme.of(word)
                                .orElseThrow(() ->
                                        Problem.invalid(
                                                "/signature",
                                                "signature must be standard, standard-ed25519"
                                                        + " or hex.")));
    }

    /// A secret of the caller's own; what is wrong with it is said without quoting it.
    static Optional<String> secret(Fields fields, SignatureScheme scheme) {
        var secret = fields.text("secret", SECRET_LENGTH_MAX);
        secret.ifPresent(text -> {
            try {
                SigningKey.parse(scheme, text);
            } catch (SigningKey.Unusable e) {
                throw Problem.invalid("/secret", e.getMessage() + ".");
            }
        });
        return secret;
    }

    /// Empty if they are not mentioned; null is none.
    static Optional<Map<String, String>> headers(Fields fields) {
        if (!fields.has("headers")) {
            return Optional.empty();
        }
        var headers = new LinkedHashMap<String, String>();
        var names = new HashSet<String>();
        for (var header : objectOf(fields).properties()) {
            var name = header.getKey();
            var pointer = "/headers" + Fields.pointer(name);
            CustomHeaders.problemWithName(name).ifPresent(problem -> refuse(pointer, problem));
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                refuse(pointer, "This header is there twice; upper and lower case are the same.");
            }
            if (!header.getValue().isString()) {
                refuse(pointer, "A header's value must be a string.");
            }
            var value = header.getValue().stringValue();
            CustomHeaders.problemWithValue(value).ifPresent(problem -> refuse(pointer, problem));
            headers.put(name, value);
        }
        return Optional.of(fitting(headers));
    }

    /// What is asked for, with the values that were there where it says so.
    static Map<String, String> merged(Map<String, String> asked, Map<String, String> before) {
        var merged = new LinkedHashMap<String, String>();
        asked.forEach((name, value) ->
                merged.put(name, value.equals(HIDDEN) ? known(name, before) : value));
        return fitting(merged);
    }

    private static String known(String name, Map<String, String> before) {
        for (var header : before.entrySet()) {
            if (header.getKey().equalsIgnoreCase(name)) {
                return header.getValue();
            }
        }
        throw Problem.invalid(
                "/headers" + Fields.pointer(name),
                HIDDEN + " keeps the value of a header that is there; this one is not.");
    }

    private static Map<String, String> fitting(Map<String, String> headers) {
        if (!CustomHeaders.fit(headers)) {
            refuse(
                    "/headers",
                    "There may be at most %d headers of %d bytes together."
                            .formatted(CustomHeaders.COUNT_MAX, CustomHeaders.BYTES_MAX));
        }
        return headers;
    }

    private static JsonNode objectOf(Fields fields) {
        var node = fields.node("headers");
        if (node.isPresent() && !node.get().isObject()) {
            refuse("/headers", "headers must be an object of names and values.");
        }
        return node.orElseGet(Json::object);
    }

    private static void refuse(String pointer, String problem) {
        throw Problem.invalid(pointer, problem);
    }
}
