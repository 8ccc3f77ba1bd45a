package dev.waybill.engine.dispatch;

import dev.waybill.domain.event.Ids;
import dev.waybill.engine.dispatch.ClaimStore.Room;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.schedule.JobResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/// Claims due deliveries for lanes that have room: retries, deliveries that did not fit into the
/// fast path, and those that were handed back. The [DueScan] finds all pending deliveries;
/// correctness depends on nothing else.
public final class Claimer implements Measured {

    /// Lanes refilled in one statement. Fewer than the deliveries of a statement, so that each lane
    /// can get some.
    static final int REFILLED_PER_PASS_MAX = 1_000;

    /// Deliveries claimed in one statement.
    static final int CLAIMED_PER_PASS_MAX = 2_000;

    /// For one endpoint in one statement: half of its lane, even if no other endpoint has due
    /// deliveries.
    static final int CLAIMED_PER_ENDPOINT_MAX = 128;

    /// For one endpoint that does not answer: urgent deliveries are attempted all the same.
    static final int URGENT_PER_ENDPOINT_MAX = 16;

    private final Database database;
    private final Dispatcher dispatcher;
    private final InstantSource clock;
    private final Intake intake;
    private final Orphans orphans;
    private final ClaimStore store = new ClaimStore();
    private final DueEndpoints known = new DueEndpoints();
    private final DueScan scan;

    public Claimer(
            Database database,
            RoutingTable routes,
            Leases leases,
            Dispatcher dispatcher,
            InstantSource clock,
            Ids ids) {
        this.database = database;
        this.dispatcher = dispatcher;
        this.clock = clock;
        this.intake = new Intake(leases, dispatcher, clock, ids, "due");
        this.orphans = new Orphans(routes, clock);
        this.scan = new DueScan(known, () -> leases.life().nanoTime());
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        intake.measureIn(metrics);
    }

    /// The deliveries that one pass claimed and ended, and whether another should follow at once.
    public record Pass(int claimed, int ended, boolean mayHaveMore) {

        public JobResult result() {
            return new JobResult((long) claimed + ended, mayHaveMore);
        }
    }

    public Pass runOnce() throws SQLException, InterruptedException {
        try (var connection = database.engine()) {
            scan.pass(connection, clock.instant());
            var ended = orphans.end(connection, known.waiting());
            ended.done().forEach(known::forget);
            dispatcher.takeOwnership(known.due());
            int claimed = claimDue(connection) + claimUrgent(connection);
            // A full pass may have left deliveries that an endpoint had room for.
            boolean full = claimed >= CLAIMED_PER_PASS_MAX;
            return new Pass(
                    claimed, ended.deliveries(), scan.inRound() || full || ended.deliveries() > 0);
        }
    }

    /// The next pass scans all pending deliveries: they may not be the same as before.
    public void startOver() {
        scan.startOver();
    }

    /// Claims deliveries for lanes that requested a refill. Returns how many.
    public int refill() throws SQLException, InterruptedException {
        var endpoints = dispatcher.takeRefills(REFILLED_PER_PASS_MAX);
        if (endpoints.isEmpty()) {
            return 0;
        }
        try (var connection = database.engine()) {
            return claim(connection, rooms(endpoints), false, _ -> {}, _ -> {});
        }
    }

    private int claimDue(Connection connection) throws SQLException, InterruptedException {
        return claim(connection, rooms(known.due()), false, known::served, known::noneDue);
    }

    /// Urgent deliveries do not wait for a breaker.
    private int claimUrgent(Connection connection) throws SQLException, InterruptedException {
        var rooms = new ArrayList<Room>();
        for (var endpoint : known.urgent()) {
            int places = dispatcher.reserveUrgent(endpoint, URGENT_PER_ENDPOINT_MAX);
            if (places > 0) {
                rooms.add(new Room(endpoint, places));
            }
        }
        return claim(connection, rooms, true, _ -> {}, known::noneUrgent);
    }

    /// @param onMore receives endpoints that had as many deliveries as places
    /// @param onNoMore receives endpoints that had fewer
    private int claim(
            Connection connection,
            List<Room> rooms,
            boolean urgentOnly,
            Consumer<UUID> onMore,
            Consumer<UUID> onNoMore)
            throws SQLException, InterruptedException {
        return intake.take(
                connection,
                rooms,
                (lease, processId, now) -> {
                    var claimed =
                            store.claim(
                                    connection,
                                    rooms,
                                    urgentOnly,
                                    dispatcher::pausedMillis,
                                    lease,
                                    processId,
                                    now);
                    var count = new HashMap<UUID, Integer>();
                    claimed.forEach(one -> count.merge(one.endpointId(), 1, Integer::sum));
                    for (var room : rooms) {
                        boolean all = count.getOrDefault(room.endpointId(), 0) >= room.places();
                        (all ? onMore : onNoMore).accept(room.endpointId());
                    }
                    return claimed;
                },
                dispatcher::expectMoreInDatabase);
    }

    private List<Room> rooms(List<UUID> endpoints) {
        var rooms = new ArrayList<Room>();
        for (var room :
                Portions.share(
                        endpoints,
                        CLAIMED_PER_PASS_MAX,
                        CLAIMED_PER_ENDPOINT_MAX,
                        dispatcher::reserveClaimable)) {
            if (room.places() > 0) {
                rooms.add(room);
            } else {
                dispatcher.expectMoreInDatabase(room.endpointId());
            }
        }
        return rooms;
    }
}
