package dev.waybill.domain.access;

import java.util.Locale;
import java.util.Optional;

/// Live or test: separate events, endpoints, keys and policies.
public enum Mode {
    LIVE,
    TEST;

    /// The name in the API, in SQL and in the envelope.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Mode> of(String code) {
        for (var mode : values()) {
            if (mode.code().equals(code)) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }
}
