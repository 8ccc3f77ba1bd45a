package dev.waybill.domain;

import java.util.Locale;

/// Why a delivery ended without being delivered. Each belongs to one terminal state.
public enum Reason {
    PERMANENT(DeliveryState.FAILED),
    EXHAUSTED(DeliveryState.FAILED),
    GONE(DeliveryState.FAILED),
    BLOCKED(DeliveryState.FAILED),
    ENDPOINT_DISABLED(DeliveryState.FAILED),
    TTL(DeliveryState.EXPIRED),
    DEADLINE(DeliveryState.EXPIRED),
    ENDPOINT_DELETED(DeliveryState.CANCELLED);

    private final DeliveryState state;

    Reason(DeliveryState state) {
        this.state = state;
    }

    public DeliveryState state() {
        return state;
    }

    /// Whether somebody misses what ended like this because its endpoint did not take it.
    public boolean isDeadLetter() {
        return switch (this) {
            case PERMANENT, EXHAUSTED, GONE, BLOCKED, DEADLINE -> true;
            case ENDPOINT_DISABLED, TTL, ENDPOINT_DELETED -> false;
        };
    }

    /// How the reason is written in the API and in SQL.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
