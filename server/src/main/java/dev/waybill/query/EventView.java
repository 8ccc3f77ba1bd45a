package dev.waybill.query;

import dev.waybill.domain.DeliveryState;
import dev.waybill.domain.Event;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// An event with its deliveries, and what they add up to.
public record EventView(Event event, List<DeliveryView> deliveries) {

    public EventView {
        deliveries = List.copyOf(deliveries);
    }

    /// One word for all its deliveries. Per endpoint the newest counts, cancelled ones do not.
    public String status() {
        var states = newestPerEndpoint();
        if (states.isEmpty()) {
            return "no_deliveries";
        }
        if (any(states, DeliveryState.PENDING) || any(states, DeliveryState.IN_FLIGHT)) {
            return "pending";
        }
        if (any(states, DeliveryState.FAILED)
                || states.stream().anyMatch(d -> "deadline".equals(d.reason()))) {
            return "delivery_failed";
        }
        return any(states, DeliveryState.EXPIRED) ? "expired" : "delivered";
    }

    public int attempts() {
        return deliveries.stream().mapToInt(DeliveryView::attempts).sum();
    }

    public Optional<Instant> nextAttemptAt() {
        return deliveries.stream()
                .map(DeliveryView::nextAttemptAt)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder());
    }

    /// The latest attempt of any delivery.
    public Optional<AttemptView> lastAttempt() {
        return deliveries.stream()
                .map(DeliveryView::lastAttempt)
                .filter(Objects::nonNull)
                .max(Comparator.comparing(AttemptView::endedAt));
    }

    private Collection<DeliveryView> newestPerEndpoint() {
        var newest = new HashMap<UUID, DeliveryView>();
        for (var delivery : deliveries) {
            if (delivery.state() != DeliveryState.CANCELLED) {
                newest.put(delivery.endpointId(), delivery);
            }
        }
        return newest.values();
    }

    private static boolean any(Collection<DeliveryView> deliveries, DeliveryState state) {
        return deliveries.stream().anyMatch(delivery -> delivery.state() == state);
    }
}
