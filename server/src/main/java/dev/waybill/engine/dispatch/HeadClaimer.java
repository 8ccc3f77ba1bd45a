package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.dispatch.ClaimStore.Room;
import dev.waybill.engine.dispatch.LaneStore.Head;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.infra.db.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.UUID;

/// Takes the heads of ordered lanes, one statement for many lanes: at once where something is known
/// to have happened, and by a sweep over all lanes, which is the path that must be right. Retries
/// of a head have a due time and are the [Claimer]'s.
public final class HeadClaimer {

    /// Lanes claimed from in one statement.
    static final int CLAIMED_PER_PASS_MAX = 2_000;

    /// For one endpoint in one statement: half of what it may hold in memory.
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

    /// What is left of the sweep, so that one longer than a pass goes round.
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
        this.intake = new Intake(leases, dispatcher, clock, ids);
        this.orphans = new Orphans(routes, clock);
    }

    /// Claims from the lanes that were hinted at. Returns how many deliveries it took.
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
                // It takes nothing now, not even with nothing under way, and no end of an attempt
                // will remind us: the sweep will, when it takes something again.
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
                    // Before it can be attempted, let alone settled.
                    hints.claimed(claimed);
                    return claimed.deliveries();
                },
                endpointId -> {
                    if (hints.count(endpointId) > 0) {
                        dispatcher.expectMoreInDatabase(endpointId);
                    }
                });
    }

    /// What one pass of the sweep saw: lanes, those among them with a head that waits and nobody
    /// knew of, and deliveries it ended; and whether another pass should follow at once.
    public record Sweep(int lanes, int news, int ended, boolean mayHaveMore) {}

    /// Looks at the next lanes, for heads that wait without anybody knowing, and ends what stands
    /// in the lanes of endpoints that are gone.
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
        int news = hints.found(waiting);
        return new Sweep(heads.size(), news, ended, ended > 0 || (!wholeRound && news > 0));
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
                // What was open in it has moved to another one. The next sweep will see it there.
                return List.of();
            }
            throw e;
        }
    }

    private static List<UUID> endpointsOf(List<Head> heads) {
        return heads.stream().map(head -> head.place().lane().endpointId()).distinct().toList();
    }

    /// Not even with nothing under way: it is paused, or another process's, or we are stopping.
    private boolean takesNothing(UUID endpointId) {
        if (dispatcher.reserveClaimable(endpointId, 1) == 0) {
            return dispatcher.isIdle(endpointId);
        }
        dispatcher.releaseClaimable(endpointId, 1);
        return false;
    }
}
