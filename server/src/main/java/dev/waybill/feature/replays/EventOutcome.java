package dev.waybill.feature.replays;

import dev.waybill.domain.delivery.DeliveryState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The result of an event at one endpoint, for events that can be replayed.
public enum EventOutcome {
    DELIVERED(DeliveryState.DELIVERED),
    FAILED(DeliveryState.FAILED),
    EXPIRED(DeliveryState.EXPIRED),
    CANCELLED(DeliveryState.CANCELLED),
    /// No delivery was ever made, for example because the endpoint was disabled.
    MISSED(null);

    private final @Nullable DeliveryState state;

    EventOutcome(@Nullable DeliveryState state) {
        this.state = state;
    }

    /// The state of the delivery; empty if there is none.
    Optional<DeliveryState> state() {
        return Optional.ofNullable(state);
    }

    /// The outcome as the API writes it.
    public String code() {
        return state == null ? "missed" : state.code();
    }

    public static Optional<EventOutcome> of(String code) {
        for (var outcome : values()) {
            if (outcome.code().equals(code)) {
                return Optional.of(outcome);
            }
        }
        return Optional.empty();
    }
}
