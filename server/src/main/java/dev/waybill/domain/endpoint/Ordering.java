package dev.waybill.domain.endpoint;

import dev.waybill.domain.delivery.OrderedLane;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The events that an endpoint receives one after another.
public enum Ordering {
    /// No order.
    NONE,
    /// One lane for each ordering key; events without a key are not ordered.
    KEY,
    /// One lane for all.
    STRICT;

    /// The lane of an event at an endpoint with this setting; null if it does not wait for others.
    public @Nullable OrderedLane laneOf(UUID endpointId, @Nullable String orderingKey) {
        return switch (this) {
            case NONE -> null;
            case KEY -> orderingKey == null ? null : new OrderedLane(endpointId, orderingKey);
            case STRICT -> new OrderedLane(endpointId, OrderedLane.STRICT);
        };
    }

    /// The name in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Ordering> of(String code) {
        for (var ordering : values()) {
            if (ordering.code().equals(code)) {
                return Optional.of(ordering);
            }
        }
        return Optional.empty();
    }
}
