package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.engine.routing.WaitingStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Ends the deliveries that wait for deleted or disabled endpoints.
final class Orphans {

    /// Deliveries ended in one statement.
    static final int ENDED_PER_PASS_MAX = 2_000;

    private final RoutingTable routes;
    private final InstantSource clock;
    private final WaitingStore waiting = new WaitingStore();

    Orphans(RoutingTable routes, InstantSource clock) {
        this.routes = routes;
        this.clock = clock;
    }

    /// The result.
    ///
    /// @param deliveries how many were ended; if any were, there may be more
    /// @param done endpoints for which no delivery waits any more
    record Ended(int deliveries, List<UUID> done) {}

    Ended end(Connection connection, List<UUID> endpointIds) throws SQLException {
        int deliveries = 0;
        var done = new ArrayList<UUID>();
        RoutingTable.Table fresh = null;
        for (var endpointId : endpointIds) {
            if (goneBecause(routes.current(), endpointId) == null) {
                continue;
            }
            // An endpoint that the table does not contain may be newer than the table, and a
            // disabled one may have been enabled again.
            if (fresh == null) {
                fresh = routes.refresh();
            }
            var reason = goneBecause(fresh, endpointId);
            if (reason != null) {
                int ended =
                        waiting.end(
                                connection,
                                endpointId,
                                reason,
                                ENDED_PER_PASS_MAX,
                                clock.instant());
                deliveries += ended;
                if (ended < ENDED_PER_PASS_MAX) {
                    done.add(endpointId);
                }
            }
        }
        return new Ended(deliveries, done);
    }

    private static @Nullable Reason goneBecause(RoutingTable.Table table, UUID endpointId) {
        var endpoint = table.endpoint(endpointId);
        if (endpoint == null) {
            return table.isUnreadable(endpointId) ? null : Reason.ENDPOINT_DELETED;
        }
        return endpoint.state() == EndpointState.DISABLED ? Reason.ENDPOINT_DISABLED : null;
    }
}
