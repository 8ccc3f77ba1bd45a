package dev.waybill.simulation;

import static dev.waybill.simulation.Violation.Invariant.I5_ORDER_PER_KEY;
import static dev.waybill.simulation.Violation.Invariant.I6_NO_ATTEMPT_AFTER_THE_END;
import static dev.waybill.simulation.Violation.Invariant.ONE_HOLDER_AT_A_TIME;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Checks each request at its arrival against the database: was it allowed?
final class Witness {

    private static final String BOOKS =
            """
            SELECT d.state, d.lease, l.process_id, d.expires_at, d.give_up_at,
                   e.state AS endpoint_state, e.deleted_at, e.routing_version,
                   COALESCE(e.deleted_at, e.state_since) AS since,
                   EXISTS (SELECT
                             FROM delivery before
                            WHERE before.endpoint_id = d.endpoint_id
                              AND before.lane = d.lane
                              AND before.lane_sequence < d.lane_sequence) AS overtakes,
                   EXISTS (SELECT
                             FROM lane_hold h
                            WHERE h.endpoint_id = d.endpoint_id
                              AND h.lane = d.lane) AS held
              FROM delivery d
              JOIN endpoint e ON e.id = d.endpoint_id
              LEFT JOIN lease l ON l.token = d.lease
             WHERE d.id = ?
            """;

    /// No attempt starts later than this after a committed pause, disable or delete.
    private static final Duration KNOWN_WITHIN = Duration.ofSeconds(1);

    private final World world;

    Witness(World world) {
        this.world = world;
    }

    private record Books(
            String state,
            @Nullable UUID lease,
            @Nullable UUID holder,
            @Nullable Instant expiresAt,
            Instant giveUpAt,
            String endpointState,
            boolean deleted,
            Instant outOfServiceSince,
            long routingVersion,
            boolean overtakes,
            boolean held) {}

    /// Returns the lease the delivery is under.
    ///
    /// @param length how long until its answer comes or its time limit runs out
    @Nullable UUID sees(Node node, UUID id, UUID lifeId, Duration length) {
        var found = books(id);
        if (world.upheavals().justLost()) {
            return found.map(Books::lease).orElse(null);
        }
        if (found.isEmpty()) {
            world.violated(ONE_HOLDER_AT_A_TIME, id + " is sent, but is not in the books");
            return null;
        }
        var books = found.get();
        var now = world.upheavals().clockJustSet() ? node.time() : world.databaseTime();
        boolean held = books.state.equals("in_flight") && lifeId.equals(books.holder);
        if (!held && !world.upheavals().clockJustSet()) {
            world.violated(ONE_HOLDER_AT_A_TIME, id + " is sent by " + lifeId + ", but " + books);
        }
        if (books.overtakes) {
            world.violated(I5_ORDER_PER_KEY, id + " comes before one that has not ended");
        }
        if (books.held) {
            world.violated(I5_ORDER_PER_KEY, id + " comes although its lane is held");
        }
        if (books.expiresAt != null && now.plus(length).isAfter(books.expiresAt)) {
            world.violated(I6_NO_ATTEMPT_AFTER_THE_END, id + " ends after its expiry: " + books);
        }
        if (!now.isBefore(books.giveUpAt)) {
            world.violated(I6_NO_ATTEMPT_AFTER_THE_END, id + " is sent after its time: " + books);
        }
        boolean served = books.endpointState.equals("active") && !books.deleted;
        if (!served && mustKnow(node, books)) {
            world.violated(
                    I6_NO_ATTEMPT_AFTER_THE_END,
                    id + " is sent by " + node.name() + " at " + now + ": " + books);
        }
        return books.lease;
    }

    /// A second after a change no process may act by the old state, whether it knows the change or
    /// not.
    private boolean mustKnow(Node node, Books books) {
        return books.routingVersion <= node.engine().routes().current().version()
                || (!world.upheavals().clockJustSet()
                        && books.outOfServiceSince
                                .plus(KNOWN_WITHIN)
                                .isBefore(world.databaseTime()));
    }

    private Optional<Books> books(UUID id) {
        return world.database()
                .books()
                .database()
                .interactive()
                .withHandle(handle ->
                        handle.createQuery(BOOKS)
                                .bind(0, id)
                                .map((row, _) ->
                                        new Books(
                                                row.getString("state"),
                                                row.getObject("lease", UUID.class),
                                                row.getObject("process_id", UUID.class),
                                                Ledger.instant(row, "expires_at"),
                                                row.getTimestamp("give_up_at").toInstant(),
                                                row.getString("endpoint_state"),
                                                row.getTimestamp("deleted_at") != null,
                                                row.getTimestamp("since").toInstant(),
                                                row.getLong("routing_version"),
                                                row.getBoolean("overtakes"),
                                                row.getBoolean("held")))
                                .findOne());
    }
}
