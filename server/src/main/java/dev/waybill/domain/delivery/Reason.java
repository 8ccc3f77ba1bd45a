package dev.waybill.domain.delivery;

import java.util.Locale;
import java.util.Optional;

/// Why a delivery ended without being delivered. Each belongs to one terminal state.
public enum Reason {
    PERMANENT(DeliveryState.FAILED),
    EXHAUSTED(DeliveryState.FAILED),
    GONE(DeliveryState.FAILED),
    BLOCKED(DeliveryState.FAILED),
    ENDPOINT_DISABLED(DeliveryState.FAILED),
    TTL(DeliveryState.EXPIRED),
    DEADLINE(DeliveryState.EXPIRED),
    CANCELLED(DeliveryState.CANCELLED),
    ENDPOINT_DELETED(DeliveryState.CANCELLED);

    private final DeliveryState state;

    Reason(DeliveryState state) {
        this.state = state;
    }

    public DeliveryState state() {
        return state;
    }

    /// Whether a delivery with this reason is a dead letter: it stays on the list until it is
    /// resolved.
    public boolean isDeadLetter() {
        return switch (this) {
            case PERMANENT, EXHAUSTED, GONE, BLOCKED, ENDPOINT_DISABLED, DEADLINE -> true;
            case TTL, CANCELLED, ENDPOINT_DELETED -> false;
        };
    }

    /// Whether it ended because its endpoint did not accept it.
    public boolean countsAgainstEndpoint() {
        return isDeadLetter() && this != ENDPOINT_DISABLED;
    }

    /// The name in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Reason> of(String word) {
        for (var reason : values()) {
            if (reason.code().equals(word)) {
                return Optional.of(reason);
            }
        }
        return Optional.empty();
    }
}
