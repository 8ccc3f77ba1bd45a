package dev.waybill.simulation;

import dev.waybill.testing.TestDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The content of the database at the end, with the last image of dropped rows.
record Ledger(
        List<EventRow> events,
        List<DeliveryRow> deliveries,
        List<AttemptRow> attempts,
        List<ReplayRow> replays,
        List<Entry> journal) {

    /// A replay, its own counts and those of its items.
    ///
    /// @param made deliveries that its items name, each counted once
    record ReplayRow(
            UUID id, String state, long total, long taken, long ended, long items, long made) {}

    record EventRow(
            UUID id,
            @Nullable String ownId,
            @Nullable String key,
            @Nullable Long sequence,
            boolean gone) {}

    record DeliveryRow(
            UUID id,
            UUID eventId,
            UUID endpointId,
            String state,
            @Nullable String reason,
            int attempts,
            String policy,
            @Nullable Long place,
            @Nullable UUID replayOf,
            Instant updatedAt,
            boolean letterOpen,
            boolean letterClosed,
            @Nullable Instant goneAt) {}

    record AttemptRow(
            UUID deliveryId,
            int attempt,
            Instant startedAt,
            @Nullable Integer status,
            boolean gone) {

        boolean succeeded() {
            return status != null && status >= 200 && status <= 299;
        }
    }

    /// A change of a delivery, as its trigger saw it.
    record Entry(
            UUID deliveryId,
            @Nullable String before,
            String after,
            @Nullable UUID leaseBefore,
            @Nullable UUID leaseAfter,
            int attemptsBefore,
            int attemptsAfter) {}

    private static final String REPLAYS =
            """
            SELECT replay.id, state, total, replay.made AS taken,
                   skipped + delivered + failed AS ended,
                   count(ordinal) AS items,
                   count(DISTINCT made_id) + count(*) FILTER (WHERE outcome = 'skipped') AS made
              FROM replay
              LEFT JOIN replay_item ON replay_id = replay.id
             GROUP BY replay.id
            """;

    static Ledger read(TestDatabase db) {
        return db.database()
                .interactive()
                .withHandle(handle ->
                        new Ledger(
                                handle.createQuery(
                                                "SELECT id, own_id, ordering_key, sequence,"
                                                        + " gone_at"
                                                        + " FROM simulation.every_event")
                                        .map((row, _) ->
                                                new EventRow(
                                                        uuid(row, "id"),
                                                        row.getString("own_id"),
                                                        row.getString("ordering_key"),
                                                        row.getObject("sequence", Long.class),
                                                        isGone(row)))
                                        .list(),
                                handle.createQuery(
                                                "SELECT id, event_id, endpoint_id, state, reason,"
                                                        + " attempts, retry_policy, lane_sequence,"
                                                        + " replay_of, updated_at, gone_at,"
                                                        + " dead_letter_resolved_at IS NOT NULL"
                                                        + " AS letter_closed,"
                                                        + " dead_letter_resolved_at IS NULL"
                                                        + " AND (state = 'failed'"
                                                        + " OR COALESCE(reason, '') = 'deadline')"
                                                        + " AS letter_open"
                                                        + " FROM simulation.every_delivery"
                                                        + " ORDER BY id")
                                        .map((row, _) ->
                                                new DeliveryRow(
                                                        uuid(row, "id"),
                                                        uuid(row, "event_id"),
                                                        uuid(row, "endpoint_id"),
                                                        row.getString("state"),
                                                        row.getString("reason"),
                                                        row.getInt("attempts"),
                                                        row.getString("retry_policy"),
                                                        row.getObject("lane_sequence", Long.class),
                                                        row.getObject("replay_of", UUID.class),
                                                        row.getTimestamp("updated_at").toInstant(),
                                                        row.getBoolean("letter_open"),
                                                        row.getBoolean("letter_closed"),
                                                        instant(row, "gone_at")))
                                        .list(),
                                handle.createQuery(
                                                "SELECT delivery_id, attempt, started_at, status,"
                                                        + " gone_at"
                                                        + " FROM simulation.every_attempt")
                                        .map((row, _) ->
                                                new AttemptRow(
                                                        uuid(row, "delivery_id"),
                                                        row.getInt("attempt"),
                                                        row.getTimestamp("started_at").toInstant(),
                                                        row.getObject("status", Integer.class),
                                                        isGone(row)))
                                        .list(),
                                handle.createQuery(REPLAYS)
                                        .map((row, _) ->
                                                new ReplayRow(
                                                        uuid(row, "id"),
                                                        row.getString("state"),
                                                        row.getLong("total"),
                                                        row.getLong("taken"),
                                                        row.getLong("ended"),
                                                        row.getLong("items"),
                                                        row.getLong("made")))
                                        .list(),
                                handle.createQuery(
                                                "SELECT delivery_id, state_before, state_after,"
                                                        + " lease_before, lease_after,"
                                                        + " attempts_before, attempts_after"
                                                        + " FROM simulation.journal ORDER BY entry")
                                        .map((row, _) ->
                                                new Entry(
                                                        uuid(row, "delivery_id"),
                                                        row.getString("state_before"),
                                                        row.getString("state_after"),
                                                        row.getObject("lease_before", UUID.class),
                                                        row.getObject("lease_after", UUID.class),
                                                        row.getInt("attempts_before"),
                                                        row.getInt("attempts_after")))
                                        .list()));
    }

    private static boolean isGone(ResultSet row) throws SQLException {
        return row.getTimestamp("gone_at") != null;
    }

    private static UUID uuid(ResultSet row, String column) throws SQLException {
        return row.getObject(column, UUID.class);
    }

    static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        var time = row.getTimestamp(column);
        return time == null ? null : time.toInstant();
    }
}
