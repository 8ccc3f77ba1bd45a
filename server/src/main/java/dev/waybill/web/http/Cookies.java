package dev.waybill.web.http;

import java.util.Optional;

/// The cookies of a request.
public final class Cookies {

    private Cookies() {}

    /// The value of the first one of this name, as it was sent.
    public static Optional<String> find(Request request, String name) {
        for (var pair : request.header("Cookie").orElse("").split(";", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0 && pair.substring(0, equals).strip().equals(name)) {
                return Optional.of(pair.substring(equals + 1).strip());
            }
        }
        return Optional.empty();
    }
}
