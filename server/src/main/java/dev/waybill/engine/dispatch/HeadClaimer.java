package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.dispatch.ClaimStore.Room;
import dev.waybill.engine.dispatch.LaneStore.Head;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.schedule.JobResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.UUID;

/// Claims the heads of ordered lanes, many lanes in one statement: at once where a hint says that a
/// lane has changed, and by a sweep over all lanes. Correctness depends on the sweep alone. Retries
/// of a head have a due time, and the [Claimer] takes them.
public final class HeadClaimer implements Measured {

    /// Lanes claimed from in one statement.
    static final int CLAIMED_PER_PASS_MAX = 2_000;

    /// For one endpoint in one statement: half of its lane in memory.
    static final int CLAIMED_PER_ENDPOINT_MAX = 128;

    /// Lanes looked at in one pass of the sweep: a few milliseconds, unless most of them wait.
    static final int SWEPT_PER_PASS_MAX = 1_000;

    private static final OrderedLane BEFORE_ALL = new OrderedLane(new UUID(0, 0), "");

    private final Database database;
    private final Dispatcher dispatcher;
    private final LaneHints hints;
    private final Intake intake;
    private final Orphans orphans;
    private final LaneStore store = new LaneStore();

    /// The rest of the sweep, for one that takes more than a pass.
    private final ArrayDeque<Part> parts = new ArrayDeque<>();

    /// A partition, from behind a lane on.
    private record Part(String partition, OrderedLane after) {}

    public HeadClaimer(
            Database database,
            RoutingTable routes,
            Leases leases,
            Dispatcher dispatcher,
            LaneHints hints,
            InstantSource clock,
            Ids ids) {
        this.database = database;
        this.dispatcher = dispatcher;
        this.hints = hints;
        this.intake = new Intake(leases, dispatcher, clock, ids, "ordered");
        this.orphans = new Orphans(routes, clock);
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        intake.measureIn(metrics);
    }

    /// Claims heads of the lanes that have hints. Returns how many deliveries it claimed.
    public int claimHinted() throws SQLException, InterruptedException {
        var rooms = new ArrayList<Room>();
        var lanes = new ArrayList<OrderedLane>();
        dispatcher.takeOwnership(hints.endpoints());
        for (var endpointId : hints.endpoints()) {
            int most =
                    Math.min(
                            Math.min(hints.count(endpointId), CLAIMED_PER_ENDPOINT_MAX),
                            CLAIMED_PER_PASS_MAX - lanes.size());
            if (most == 0) {
                break;
            }
            int places = dispatcher.reserveClaimable(endpointId, most);
            if (places > 0) {
                rooms.add(new Room(endpointId, places));
                lanes.addAll(hints.take(endpointId, places));
            } else if (dispatcher.isIdle(endpointId)) {
                // The endpoint accepts nothing although no attempt is under way, so no end of an
                // attempt will trigger a claim. The sweep will, when the endpoint accepts
                // deliveries again.
                hints.take(endpointId, Integer.MAX_VALUE);
            } else {
                dispatcher.expectMoreInDatabase(endpointId);
            }
        }
        if (rooms.isEmpty()) {
            return 0;
        }
        try (var connection = database.engine()) {
            return claim(connection, rooms, lanes);
        }
    }

    private int claim(Connection connection, List<Room> rooms, List<OrderedLane> lanes)
            throws SQLException, InterruptedException {
        var search = hints.search(lanes);
        return intake.take(
                connection,
                rooms,
                (lease, processId, now) -> {
                    var claimed =
                            store.claimHeads(
                                    connection,
                                    search,
                                    dispatcher::pausedMillis,
                                    lease,
                                    processId,
                                    now);
                    // Before a head can be attempted or settled.
                    hints.claimed(claimed);
                    return claimed.deliveries();
                },
                endpointId -> {
                    if (hints.count(endpointId) > 0) {
                        dispatcher.expectMoreInDatabase(endpointId);
                    }
                });
    }

    /// The result of one pass of the sweep.
    ///
    /// @param lanes how many lanes it looked at
    /// @param found how many of them had a waiting head without a hint
    /// @param ended how many deliveries it ended
    /// @param mayHaveMore whether another pass should follow at once
    public record Sweep(int lanes, int found, int ended, boolean mayHaveMore) {

        public JobResult result() {
            return new JobResult((long) found + ended, mayHaveMore);
        }
    }

    /// Looks at the next lanes for waiting heads without hints, and ends the deliveries in lanes of
    /// deleted endpoints.
    public Sweep sweep() throws SQLException {
        List<Head> heads;
        int ended;
        try (var connection = database.engine()) {
            heads = nextHeads(connection);
            ended = orphans.end(connection, endpointsOf(heads)).deliveries();
        }
        dispatcher.takeOwnership(endpointsOf(heads));
        boolean wholeRound = parts.isEmpty();
        var closed = new HashMap<UUID, Boolean>();
        var waiting =
                heads.stream()
                        .filter(Head::waits)
                        .map(Head::place)
                        .filter(head ->
                                !closed.computeIfAbsent(
                                        head.lane().endpointId(), this::takesNothing))
                        .toList();
        int found = hints.found(waiting);
        return new Sweep(heads.size(), found, ended, ended > 0 || (!wholeRound && found > 0));
    }

    private List<Head> nextHeads(Connection connection) throws SQLException {
        if (parts.isEmpty()) {
            var names = DeliveryPartitions.names(connection);
            DeliveryPartitions.withLanes(connection, names)
                    .forEach(partition -> parts.add(new Part(partition, BEFORE_ALL)));
        }
        var all = new ArrayList<Head>();
        while (all.size() < SWEPT_PER_PASS_MAX && !parts.isEmpty()) {
            int left = SWEPT_PER_PASS_MAX - all.size();
            var part = parts.getFirst();
            var heads = headsOf(connection, part, left);
            parts.removeFirst();
            all.addAll(heads);
            if (heads.size() == left) {
                parts.addFirst(new Part(part.partition, heads.getLast().place().lane()));
            }
        }
        return all;
    }

    private List<Head> headsOf(Connection connection, Part part, int limit) throws SQLException {
        try {
            return store.heads(connection, part.partition, part.after, limit);
        } catch (SQLException e) {
            if (DeliveryPartitions.dropped(e)) {
                // The open deliveries of a dropped partition have moved to another one. The next
                // sweep finds them there.
                return List.of();
            }
            throw e;
        }
    }

    private static List<UUID> endpointsOf(List<Head> heads) {
        return heads.stream().map(head -> head.place().lane().endpointId()).distinct().toList();
    }

    /// Whether the endpoint accepts no delivery although none is under way: it is paused, another
    /// process owns it, or this process is stopping.
    private boolean takesNothing(UUID endpointId) {
        if (dispatcher.reserveClaimable(endpointId, 1) == 0) {
            return dispatcher.isIdle(endpointId);
        }
        dispatcher.releaseClaimable(endpointId, 1);
        return false;
    }
}
