package dev.waybill.domain.delivery;

import java.util.Locale;
import java.util.Optional;

/// Where a delivery is in its life. The last four are terminal.
public enum DeliveryState {
    PENDING,
    IN_FLIGHT,
    DELIVERED,
    FAILED,
    EXPIRED,
    CANCELLED;

    /// Whether it is the end: nothing is attempted any more, and the state stays.
    public boolean isTerminal() {
        return switch (this) {
            case PENDING, IN_FLIGHT -> false;
            case DELIVERED, FAILED, EXPIRED, CANCELLED -> true;
        };
    }

    /// How the state is written in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<DeliveryState> of(String word) {
        for (var state : values()) {
            if (state.code().equals(word)) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }
}
