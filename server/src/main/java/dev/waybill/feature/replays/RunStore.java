package dev.waybill.feature.replays;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.replay.ReplayPace;
import dev.waybill.engine.capture.EventRow;
import dev.waybill.feature.redelivery.RedeliveryRequest;
import dev.waybill.feature.redelivery.ReplayPosition;
import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Reads and writes replays while they run.
final class RunStore {

    private static final String DUE =
            """
            SELECT id
              FROM replay
             WHERE ended_at IS NULL
               AND state IN ('planned', 'running')
               AND start_at <= ?
               AND start_notified
               AND made < total
             ORDER BY id
            """;

    List<UUID> due(Connection connection, Instant now) throws SQLException {
        try (var statement = connection.prepareStatement(DUE)) {
            new SqlArrays(statement).time(now);
            return ids(statement.executeQuery());
        }
    }

    /// The state of a replay that is being run.
    record Run(UUID id, long total, long made, ReplayPace pace) {}

    // The lock lets only one process run the replay. It ends with the process.
    private static final String LOCK =
            """
            SELECT id, total, made, rate, paced_from, paced_after
              FROM replay
             WHERE id = ?
               AND state IN ('planned', 'running')
               AND start_at <= ?
               AND start_notified
               AND made < total
               FOR UPDATE SKIP LOCKED
            """;

    /// Empty if another process runs it, or nothing is due.
    Optional<Run> lock(Connection connection, UUID id, Instant now) throws SQLException {
        try (var statement = connection.prepareStatement(LOCK)) {
            new SqlArrays(statement).uuid(id).time(now);
            try (var row = statement.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                return Optional.of(
                        new Run(
                                row.getObject("id", UUID.class),
                                row.getLong("total"),
                                row.getLong("made"),
                                new ReplayPace(
                                        row.getDouble("rate"),
                                        row.getTimestamp("paced_from").toInstant(),
                                        row.getLong("paced_after"))));
            }
        }
    }

    /// One item of a replay.
    ///
    /// @param request null if its event is no longer kept
    record Item(long ordinal, @Nullable RedeliveryRequest request) {}

    private static final String ITEMS =
            """
            SELECT item.ordinal, item.event_id, item.endpoint_id, item.repeats, event.type,
                   event.app_id, event.mode, event.expires_at, event.ordering_key, event.sequence
              FROM replay_item item
              LEFT JOIN event ON event.id = item.event_id
             WHERE item.replay_id = ?
               AND item.ordinal > ?
               AND item.ordinal <= ?
             ORDER BY item.ordinal
            """;

    List<Item> items(Connection connection, UUID id, long after, long upTo, Instant now)
            throws SQLException {
        try (var statement = connection.prepareStatement(ITEMS)) {
            new SqlArrays(statement).uuid(id).number(after).number(upTo);
            var items = new ArrayList<Item>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    items.add(item(rows, id, now));
                }
            }
            return items;
        }
    }

    private static Item item(ResultSet row, UUID replayId, Instant now) throws SQLException {
        long ordinal = row.getLong("ordinal");
        var type = row.getString("type");
        if (type == null) {
            return new Item(ordinal, null);
        }
        var position =
                new ReplayPosition(
                        replayId,
                        ordinal,
                        row.getString("ordering_key"),
                        row.getObject("sequence", Long.class));
        return new Item(
                ordinal,
                new RedeliveryRequest(
                        row.getObject("event_id", UUID.class),
                        type,
                        row.getObject("app_id", UUID.class),
                        Mode.of(row.getString("mode")).orElseThrow(),
                        EventRow.instant(row, "expires_at"),
                        row.getObject("endpoint_id", UUID.class),
                        row.getObject("repeats", UUID.class),
                        now,
                        position));
    }

    /// The result of an item.
    ///
    /// @param deliveryId null if no delivery could be created
    record Taken(long ordinal, @Nullable UUID deliveryId) {}

    private static final String TAKE =
            """
            WITH taken AS (
                UPDATE replay_item
                   SET made_id = news.made_id,
                       outcome = CASE WHEN news.made_id IS NULL THEN 'skipped' END
                  FROM unnest(?::int8[], ?::uuid[]) AS news (ordinal, made_id)
                 WHERE replay_item.replay_id = ?
                   AND replay_item.ordinal = news.ordinal
                RETURNING replay_item.made_id
            )
            UPDATE replay
               SET state = 'running',
                   made = made + (SELECT count(*) FROM taken),
                   skipped = skipped + (SELECT count(*) FROM taken WHERE made_id IS NULL),
                   updated_at = ?
             WHERE id = ?
            """;

    void take(Connection connection, UUID id, List<Taken> taken, Instant now) throws SQLException {
        try (var statement = connection.prepareStatement(TAKE)) {
            new SqlArrays(statement)
                    .longs(taken, Taken::ordinal)
                    .uuids(taken, Taken::deliveryId)
                    .uuid(id)
                    .time(now)
                    .uuid(id);
            statement.executeUpdate();
        }
    }

    private static final String UNCONCLUDED =
            """
            SELECT id
              FROM replay
             WHERE (skipped + delivered + failed < made
                    OR (ended_at IS NULL AND skipped + delivered + failed = total))
               AND id > ?
             ORDER BY id
             LIMIT ?
            """;

    /// Replays with deliveries that have not ended, after the one with this id.
    List<UUID> unconcluded(Connection connection, UUID after, int limit) throws SQLException {
        try (var statement = connection.prepareStatement(UNCONCLUDED)) {
            new SqlArrays(statement).uuid(after).number(limit);
            return ids(statement.executeQuery());
        }
    }

    /// The number of items looked at, the last of them, and the number that had ended.
    record Look(int items, long last, int concluded) {}

    // An item that another process concludes at the same time is not counted twice: its outcome is
    // checked again once its lock is free. A delivery that retention removed meanwhile counts as
    // not delivered.
    private static final String CONCLUDE =
            """
            WITH made AS MATERIALIZED (
                SELECT ordinal, made_id
                  FROM replay_item
                 WHERE replay_id = ?
                   AND ordinal > ?
                   AND made_id IS NOT NULL
                   AND outcome IS NULL
                 ORDER BY ordinal
                 LIMIT ?
            ), ended AS MATERIALIZED (
                SELECT made.ordinal, delivery.state IS NOT DISTINCT FROM 'delivered' AS delivered
                  FROM made
                  LEFT JOIN delivery ON delivery.id = made.made_id
                 WHERE delivery.state IS NULL
                    OR delivery.state NOT IN ('pending', 'in_flight')
            ), concluded AS (
                UPDATE replay_item
                   SET outcome = CASE WHEN ended.delivered THEN 'delivered' ELSE 'failed' END
                  FROM ended
                 WHERE replay_item.replay_id = ?
                   AND replay_item.ordinal = ended.ordinal
                   AND replay_item.outcome IS NULL
                RETURNING replay_item.outcome
            ), counted AS (
                UPDATE replay
                   SET delivered = delivered
                           + (SELECT count(*) FROM concluded WHERE outcome = 'delivered'),
                       failed = failed
                           + (SELECT count(*) FROM concluded WHERE outcome = 'failed'),
                       updated_at = ?
                 WHERE id = ?
                   AND EXISTS (SELECT FROM concluded)
            )
            SELECT (SELECT count(*) FROM made), (SELECT max(ordinal) FROM made),
                   (SELECT count(*) FROM concluded)
            """;

    Look conclude(Connection connection, UUID id, long after, int limit, Instant now)
            throws SQLException {
        try (var statement = connection.prepareStatement(CONCLUDE)) {
            new SqlArrays(statement)
                    .uuid(id)
                    .number(after)
                    .number(limit)
                    .uuid(id)
                    .time(now)
                    .uuid(id);
            try (var row = statement.executeQuery()) {
                row.next();
                return new Look(row.getInt(1), row.getLong(2), row.getInt(3));
            }
        }
    }

    private static final String FINISH =
            """
            UPDATE replay
               SET state = 'done',
                   ended_at = ?,
                   updated_at = ?
             WHERE id = ?
               AND ended_at IS NULL
               AND skipped + delivered + failed = total
            """;

    void finish(Connection connection, UUID id, Instant now) throws SQLException {
        try (var statement = connection.prepareStatement(FINISH)) {
            new SqlArrays(statement).time(now).time(now).uuid(id);
            statement.executeUpdate();
        }
    }

    private static final String FORGET_ONE =
            """
            DELETE FROM replay
             WHERE id = (
                       SELECT id
                         FROM replay
                        WHERE ended_at < ?
                        ORDER BY ended_at
                        LIMIT 1
                          FOR UPDATE SKIP LOCKED)
            """;

    /// Deletes the oldest ended replay with all its items, which may be very many.
    int forgetOne(Connection connection, Instant before) throws SQLException {
        try (var statement = connection.prepareStatement(FORGET_ONE)) {
            new SqlArrays(statement).time(before);
            return statement.executeUpdate();
        }
    }

    private static List<UUID> ids(ResultSet rows) throws SQLException {
        try (rows) {
            var ids = new ArrayList<UUID>();
            while (rows.next()) {
                ids.add(rows.getObject(1, UUID.class));
            }
            return ids;
        }
    }
}
