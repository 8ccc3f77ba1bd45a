package dev.waybill.domain.endpoint;

import java.util.Locale;
import java.util.Optional;

/// What may be done with an endpoint's deliveries.
public enum EndpointState {
    /// Captured and sent.
    ACTIVE,
    /// Captured, but nothing is sent.
    PAUSED,
    /// Not even captured.
    DISABLED;

    /// How the state is written in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<EndpointState> of(String word) {
        for (var state : values()) {
            if (state.code().equals(word)) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }
}
