package dev.waybill.feature.redelivery;

import dev.waybill.domain.delivery.LanePlace;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.catalog.Terms;
import dev.waybill.engine.routing.RoutingTable;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The decision about a request to redeliver an event.
public sealed interface Redelivery {

    /// A new delivery, without attempts, with the deadline and policy of a new one.
    ///
    /// @param place the place in a lane of the replay if the endpoint is ordered; a single resend
    ///   has none, because order applies to first deliveries and within a replay
    record Made(UUID id, RedeliveryRequest request, Terms terms, @Nullable LanePlace place)
            implements Redelivery {}

    /// The event expires before the first attempt.
    record Stale(Instant expiresAt) implements Redelivery {}

    /// The endpoint was deleted.
    record EndpointGone() implements Redelivery {}

    /// The endpoint is disabled: nothing is enqueued for it.
    record EndpointDisabled() implements Redelivery {}

    /// Decides by one state of the routing table and the catalog. Deliveries to a paused endpoint
    /// are created and wait.
    static Redelivery of(
            RedeliveryRequest request, RoutingTable.Table table, Instant now, Ids ids) {
        var from = request.notBefore().isBefore(now) ? now : request.notBefore();
        if (request.expiresAt() != null && !request.expiresAt().isAfter(from)) {
            return new Stale(request.expiresAt());
        }
        @Nullable Endpoint endpoint = table.endpoint(request.endpointId());
        if (endpoint == null) {
            return new EndpointGone();
        }
        if (endpoint.state() == EndpointState.DISABLED) {
            return new EndpointDisabled();
        }
        var terms =
                table.catalog()
                        .terms(request.eventType(), request.expiresAt(), endpoint, from, now);
        var place = request.position() == null ? null : request.position().at(endpoint);
        return new Made(ids.next(), request, terms, place);
    }
}
