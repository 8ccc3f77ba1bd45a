package dev.waybill.domain.delivery;

import java.util.Locale;
import java.util.Optional;

/// The state of a delivery. The last four are terminal.
public enum DeliveryState {
    PENDING,
    IN_FLIGHT,
    DELIVERED,
    FAILED,
    EXPIRED,
    CANCELLED;

    /// Whether no further attempt follows and the state does not change any more.
    public boolean isTerminal() {
        return switch (this) {
            case PENDING, IN_FLIGHT -> false;
            case DELIVERED, FAILED, EXPIRED, CANCELLED -> true;
        };
    }

    /// The name in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<DeliveryState> of(String code) {
        for (var state : values()) {
            if (state.code().equals(code)) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }
}
