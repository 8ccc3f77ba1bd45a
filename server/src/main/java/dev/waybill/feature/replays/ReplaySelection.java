package dev.waybill.feature.replays;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.deliveries.CauseSelector;
import dev.waybill.feature.events.FeedPosition;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The deliveries that a replay selects. For each event and endpoint, only the newest delivery
/// counts.
public sealed interface ReplaySelection {

    /// Names and patterns; empty for every type.
    List<String> eventTypes();

    /// Captured at this time or later.
    Instant since();

    /// And before this one.
    Instant until();

    /// Deliveries by a filter.
    ///
    /// @param states empty for dead letters, or for any state if deliveries are named
    /// @param reasons empty for every reason
    /// @param causes as groups of dead letters name them; null for every cause, empty for no cause
    /// @param named only these deliveries; empty for all
    /// @param endpointId null for every endpoint
    record Deliveries(
            Scope scope,
            Set<DeliveryState> states,
            Set<Reason> reasons,
            @Nullable Set<CauseSelector> causes,
            Set<UUID> named,
            @Nullable UUID endpointId,
            List<String> eventTypes,
            Instant since,
            Instant until)
            implements ReplaySelection {

        public Deliveries {
            states = Set.copyOf(states);
            reasons = Set.copyOf(reasons);
            causes = causes == null ? null : Set.copyOf(causes);
            named = Set.copyOf(named);
            eventTypes = List.copyOf(eventTypes);
        }
    }

    /// Events that an endpoint takes, from a position of the feed on.
    ///
    /// @param states of their deliveries; open ones are left out of the replay
    /// @param missed whether to include events without a delivery, such as those captured while the
    ///   endpoint was disabled
    record OfEndpoint(
            Endpoint endpoint,
            FeedPosition after,
            Instant until,
            List<String> eventTypes,
            Set<DeliveryState> states,
            boolean missed)
            implements ReplaySelection {

        public OfEndpoint {
            states = Set.copyOf(states);
            eventTypes = List.copyOf(eventTypes);
        }

        @Override
        public Instant since() {
            return after.from();
        }
    }
}
