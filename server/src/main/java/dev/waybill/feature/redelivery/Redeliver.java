package dev.waybill.feature.redelivery;

import dev.waybill.domain.event.Ids;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.engine.stats.Tally;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// Creates new deliveries of earlier events. The claimer finds them like any other that is due;
/// their envelope marks them as replayed.
public final class Redeliver {

    private final RoutingTable routes;
    private final Tally tally;
    private final InstantSource clock;
    private final Ids ids;
    private final RedeliverStore store = new RedeliverStore();

    public Redeliver(RoutingTable routes, Tally tally, InstantSource clock, Ids ids) {
        this.routes = routes;
        this.tally = tally;
        this.clock = clock;
        this.ids = ids;
    }

    /// Decides about each request, in order, and inserts the new deliveries in the caller's
    /// transaction.
    ///
    /// @param connection in a transaction; otherwise each insert is committed at once
    public List<Redelivery> make(Connection connection, List<RedeliveryRequest> requests)
            throws SQLException {
        // Refreshed, so that no request is refused because of an outdated state.
        for (var table = routes.refreshed(); ; table = routes.refresh()) {
            var routed = table;
            var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
            var decided =
                    requests.stream().map(one -> Redelivery.of(one, routed, now, ids)).toList();
            var made =
                    decided.stream()
                            .filter(Redelivery.Made.class::isInstance)
                            .map(Redelivery.Made.class::cast)
                            .toList();
            if (made.isEmpty() || store.insert(connection, table.mark(), made, now)) {
                made.forEach(delivery -> tally.redelivered(delivery.request().subject()));
                return decided;
            }
        }
    }
}
