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

/// Ends what waits for endpoints that are deleted or disabled.
final class Orphans {

    /// Ended in one statement.
    static final int ENDED_PER_PASS_MAX = 2_000;

    private final RoutingTable routes;
    private final InstantSource clock;
    private final WaitingStore waiting = new WaitingStore();

    Orphans(RoutingTable routes, InstantSource clock) {
        this.routes = routes;
        this.clock = clock;
    }

    /// What came of it.
    ///
    /// @param deliveries how many were ended; if that is not none, there may be more
    /// @param done endpoints for which nothing more waits
    record Ended(int deliveries, List<UUID> done) {}

    Ended end(Connection connection, List<UUID> endpointIds) throws SQLException {
        int deliveries = 0;
        var done = new ArrayList<UUID>();
        RoutingTable.Table fresh = null;
        for (var endpointId : endpointIds) {
            if (goneBecause(routes.current(), endpointId) == null) {
                continue;
            }
            // What is unknown may also be newer than our routes, what is disabled enabled again.
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
