package dev.waybill.dispatch;

import dev.waybill.db.Database;
import dev.waybill.dispatch.ClaimStore.Found;
import dev.waybill.dispatch.ClaimStore.Room;
import dev.waybill.domain.Ids;
import dev.waybill.endpoint.Routes;
import dev.waybill.lease.Leases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Takes due deliveries from the database for lanes that have room: retries, what did not fit the
/// fast path, what was handed back. Everything that is pending is found by this scan; nothing else
/// is needed for it to be right.
public final class Claimer {

    /// Endpoints looked at in one statement. Fewer than places, so that each can get some.
    static final int ENDPOINTS_PER_PASS_MAX = 1_000;

    /// Deliveries taken in one statement.
    static final int CLAIMED_PER_PASS_MAX = 2_000;

    /// For one endpoint in one statement: half its lane, however few others there are.
    static final int CLAIMED_PER_ENDPOINT_MAX = 128;

    /// For one endpoint that does not answer: what goes stale soon is tried all the same.
    static final int URGENT_PER_ENDPOINT_MAX = 16;

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final Database database;
    private final Dispatcher dispatcher;
    private final InstantSource clock;
    private final Intake intake;
    private final Orphans orphans;
    private final ClaimStore store = new ClaimStore();

    /// Where the last pass ended, so that a scan longer than one pass goes round.
    private UUID position = BEFORE_ALL;

    public Claimer(
            Database database,
            Routes routes,
            Leases leases,
            Dispatcher dispatcher,
            InstantSource clock,
            Ids ids) {
        this.database = database;
        this.dispatcher = dispatcher;
        this.clock = clock;
        this.intake = new Intake(leases, dispatcher, clock, ids);
        this.orphans = new Orphans(routes, clock);
    }

    /// What one pass did, and whether another should follow at once.
    public record Pass(int claimed, int ended, boolean mayHaveMore) {}

    public Pass runOnce() throws SQLException, InterruptedException {
        try (var connection = database.engine()) {
            var found =
                    store.endpointsWithWork(
                            connection, position, clock.instant(), ENDPOINTS_PER_PASS_MAX);
            int ended = orphans.end(connection, found.stream().map(Found::endpointId).toList());
            var due = found.stream().filter(Found::due).map(Found::endpointId).toList();
            boolean wholeRound = found.size() < ENDPOINTS_PER_PASS_MAX;
            position = wholeRound ? BEFORE_ALL : found.getLast().endpointId();
            dispatcher.takeCustody(due);
            int claimed = claim(connection, rooms(due), false) + claimUrgent(connection, due);
            // A full pass may have left some of what an endpoint had room for.
            boolean full = claimed == CLAIMED_PER_PASS_MAX;
            return new Pass(claimed, ended, !wholeRound || full || ended > 0);
        }
    }

    /// For lanes that have emptied: their endpoints are known to have more.
    public int feedHungry() throws SQLException, InterruptedException {
        var hungry = dispatcher.takeHungry(ENDPOINTS_PER_PASS_MAX);
        if (hungry.isEmpty()) {
            return 0;
        }
        try (var connection = database.engine()) {
            return claim(connection, rooms(hungry), false);
        }
    }

    /// What goes stale soon does not wait for a breaker.
    private int claimUrgent(Connection connection, List<UUID> due)
            throws SQLException, InterruptedException {
        var rooms = new ArrayList<Room>();
        for (var endpoint : due) {
            int places = dispatcher.reserveUrgent(endpoint, URGENT_PER_ENDPOINT_MAX);
            if (places > 0) {
                rooms.add(new Room(endpoint, places));
            }
        }
        return claim(connection, rooms, true);
    }

    private int claim(Connection connection, List<Room> rooms, boolean urgentOnly)
            throws SQLException, InterruptedException {
        return intake.take(
                connection,
                rooms,
                (lease, processId, now) ->
                        store.claim(
                                connection,
                                rooms,
                                urgentOnly,
                                dispatcher::pausedMillis,
                                lease,
                                processId,
                                now),
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
