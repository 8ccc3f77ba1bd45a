package dev.waybill.engine.dispatch;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.engine.settle.Settler;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Decides whether this process may take on deliveries, and of which endpoints.
public final class Eligibility {

    private final RoutingTable routes;
    private final EndpointOwnership ownership;
    private final NodeHealth node;
    private final Settler settler;
    private final Leases leases;

    public Eligibility(
            RoutingTable routes,
            EndpointOwnership ownership,
            NodeHealth node,
            Settler settler,
            Leases leases) {
        this.routes = routes;
        this.ownership = ownership;
        this.node = node;
        this.settler = settler;
        this.leases = leases;
    }

    /// Whether results can be recorded and a lease covers the longest attempt.
    boolean canAttempt() {
        return !settler.congested() && leases.life().covers(Attempts.LONGEST);
    }

    /// Whether requests may be sent to the endpoint, and by this process.
    boolean serves(Endpoint endpoint) {
        return endpoint.state() == EndpointState.ACTIVE && ownership.allows(endpoint);
    }

    /// The same for the endpoint with this id. An endpoint that the routing table does not contain
    /// may be newer than the table.
    ///
    /// @param endpoint from the routing table
    boolean mayServe(UUID endpointId, @Nullable Endpoint endpoint) {
        return endpoint == null ? !routes.current().isUnreadable(endpointId) : serves(endpoint);
    }

    /// Whether another process may have to send to the endpoint: it is active, and only its owner
    /// may send to it.
    boolean belongsElsewhere(Endpoint endpoint) {
        return !ownership.allows(endpoint) && endpoint.state() == EndpointState.ACTIVE;
    }

    /// Claims ownership of the endpoints that need an owner. To be called before places are
    /// reserved for them. While this process cannot deliver, it gives up all that it owns.
    void takeOwnership(Collection<UUID> endpointIds) throws SQLException {
        if (!node.wouldAdmit()) {
            ownership.giveUp();
            return;
        }
        var table = routes.current();
        var known = new ArrayList<Endpoint>();
        for (var endpointId : endpointIds) {
            var endpoint = table.endpoint(endpointId);
            if (endpoint != null) {
                known.add(endpoint);
            }
        }
        ownership.take(known);
    }

    /// How many attempts of this process may run at a time. A deleted endpoint needs no limit: its
    /// deliveries are cancelled without a request.
    int inFlightMax(@Nullable Endpoint endpoint) {
        return endpoint == null ? Lane.PLACES : ownership.inFlightMax(endpoint);
    }
}
