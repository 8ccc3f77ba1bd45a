package dev.waybill.domain.endpoint;

import java.util.Locale;
import java.util.Optional;

/// Whether deliveries of an endpoint are captured and sent.
public enum EndpointState {
    /// Captured and sent.
    ACTIVE,
    /// Captured, but not sent.
    PAUSED,
    /// Not captured.
    DISABLED;

    /// The name in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<EndpointState> of(String code) {
        for (var state : values()) {
            if (state.code().equals(code)) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }
}
