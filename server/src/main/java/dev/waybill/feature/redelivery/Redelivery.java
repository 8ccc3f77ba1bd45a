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

/// What becomes of a wish to deliver something again.
public sealed interface Redelivery {

    /// A delivery of its own: nothing attempted, and the time and the policy that a new one gets.
    ///
    /// @param place in a lane of its replay's, if the endpoint wants order; what is sent again
    ///   alone stands in none: order holds among first deliveries, and within a replay
    record Made(UUID id, RedeliveryRequest request, Terms terms, @Nullable LanePlace place)
            implements Redelivery {}

    /// The event goes stale before it could be attempted.
    record Stale(Instant expiresAt) implements Redelivery {}

    /// The endpoint was deleted.
    record EndpointGone() implements Redelivery {}

    /// The endpoint is disabled: nothing is enqueued for it.
    record EndpointDisabled() implements Redelivery {}

    /// The decision, by the routes and the catalogue of a moment. A paused endpoint is no obstacle:
    /// what is wanted waits there like everything else.
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
