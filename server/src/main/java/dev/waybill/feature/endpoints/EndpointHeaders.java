package dev.waybill.feature.endpoints;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.deliver.compose.CustomHeaders;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The rules for headers that owners add to the requests of an endpoint.
public final class EndpointHeaders {

    /// The placeholder of a hidden value. In an update it keeps the present value.
    public static final String HIDDEN = "***";

    private static final String FIELD = "headers";

    private EndpointHeaders() {}

    static void check(Map<String, String> headers, Violations violations) {
        var names = new HashSet<String>();
        headers.forEach((name, value) -> {
            CustomHeaders.problemWithName(name)
                    .or(() -> CustomHeaders.problemWithValue(value))
                    .ifPresent(problem ->
                            violations.add(
                                    Violation.in(FIELD, name, Violation.Code.FORMAT, problem)));
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                violations.add(
                        Violation.in(
                                FIELD,
                                name,
                                Violation.Code.CONFLICT,
                                "This header is given twice; upper and lower case do not differ."));
            }
        });
        checkSize(headers, violations);
    }

    /// The requested headers, with the present values where the request keeps them.
    static Map<String, String> merge(
            Map<String, String> asked, Map<String, String> before, Violations violations) {
        var merged = new LinkedHashMap<String, String>();
        asked.forEach((name, value) -> {
            if (!value.equals(HIDDEN)) {
                merged.put(name, value);
                return;
            }
            find(name, before)
                    .ifPresentOrElse(
                            known -> merged.put(name, known), () -> violations.add(unknown(name)));
        });
        checkSize(merged, violations);
        return merged;
    }

    private static Optional<String> find(String name, Map<String, String> headers) {
        return headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static Violation unknown(String name) {
        return Violation.in(
                FIELD,
                name,
                Violation.Code.MISSING,
                HIDDEN + " keeps the value of an existing header; this header does not exist.");
    }

    private static void checkSize(Map<String, String> headers, Violations violations) {
        if (!CustomHeaders.fit(headers)) {
            violations.add(
                    FIELD,
                    Violation.Code.RANGE,
                    "At most %d headers of %d bytes in total are allowed."
                            .formatted(CustomHeaders.COUNT_MAX, CustomHeaders.BYTES_MAX));
        }
    }
}
