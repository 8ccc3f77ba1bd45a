package dev.waybill.engine.capture;

import dev.waybill.domain.access.Mode;
import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Counts the events of each ordering key.
final class SequenceStore {

    /// An ordering key with its scope.
    record OrderingKey(UUID appId, Mode mode, String key) {}

    // A key without a row starts above all deleted ones. The job that deletes keys locks the table
    // until it commits, and this statement reads after it has got the lock.
    private static final String ADVANCE =
            """
            INSERT INTO ordering_key (app_id, mode, key, sequence)
            SELECT wanted.app_id, wanted.mode, key, events + COALESCE(floor.sequence, 0)
              FROM unnest(?::uuid[], ?::text[], ?::text[], ?::int8[])
                   AS wanted (app_id, mode, key, events)
              LEFT JOIN ordering_floor AS floor ON floor.app_id = wanted.app_id
                                               AND floor.mode = wanted.mode
             ORDER BY wanted.app_id, wanted.mode, key
                ON CONFLICT (app_id, mode, key) DO UPDATE
               SET sequence = ordering_key.sequence + excluded.sequence - COALESCE((
                       SELECT floor.sequence
                         FROM ordering_floor AS floor
                        WHERE floor.app_id = excluded.app_id
                          AND floor.mode = excluded.mode), 0),
                   used_on = excluded.used_on
            RETURNING app_id, mode, key, sequence
            """;

    /// Reserves as many numbers of each key as it has events in the batch. Returns the last number
    /// of each. The keys stay locked until the transaction ends, so numbers are committed in order.
    Map<OrderingKey, Long> advance(Connection tx, Map<OrderingKey, Long> events)
            throws SQLException {
        try (var statement = tx.prepareStatement(ADVANCE)) {
            var wanted = List.copyOf(events.entrySet());
            new SqlArrays(statement)
                    .uuids(wanted, entry -> entry.getKey().appId())
                    .texts(wanted, entry -> entry.getKey().mode().code())
                    .texts(wanted, entry -> entry.getKey().key())
                    .longs(wanted, Map.Entry::getValue);
            var last = new HashMap<OrderingKey, Long>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    var key =
                            new OrderingKey(
                                    rows.getObject("app_id", UUID.class),
                                    Mode.of(rows.getString("mode")).orElseThrow(),
                                    rows.getString("key"));
                    last.put(key, rows.getLong("sequence"));
                }
            }
            return last;
        }
    }
}
