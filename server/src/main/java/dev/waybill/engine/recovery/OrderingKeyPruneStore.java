package dev.waybill.engine.recovery;

import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Deletes ordering keys that have not been used for long, and stores the highest of their numbers.
final class OrderingKeyPruneStore {

    /// A key, and the day of its last number.
    record Key(UUID appId, String mode, String key, LocalDate usedOn) {}

    private static final String NEXT =
            """
            SELECT app_id, mode, key, used_on
              FROM ordering_key
             WHERE (app_id, mode, key) > (?, ?, ?)
             ORDER BY app_id, mode, key
             LIMIT ?
            """;

    /// The keys after this one, in the order of the primary key.
    ///
    /// @param after null for the first
    List<Key> next(Connection connection, @Nullable Key after, int limit) throws SQLException {
        try (var statement = connection.prepareStatement(NEXT)) {
            new SqlArrays(statement)
                    .uuid(after == null ? new UUID(0, 0) : after.appId())
                    .text(after == null ? "" : after.mode())
                    .text(after == null ? "" : after.key())
                    .number(limit);
            var keys = new ArrayList<Key>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    keys.add(
                            new Key(
                                    rows.getObject("app_id", UUID.class),
                                    rows.getString("mode"),
                                    rows.getString("key"),
                                    rows.getObject("used_on", LocalDate.class)));
                }
            }
            return keys;
        }
    }

    // A publish with a key that is being deleted would read the old floor.
    private static final String LOCK =
            """
            SET LOCAL lock_timeout = '100ms';
            LOCK TABLE ordering_key IN SHARE ROW EXCLUSIVE MODE
            """;

    /// No key gets a number until the commit, a few milliseconds later.
    void lock(Connection tx) throws SQLException {
        try (var statement = tx.createStatement()) {
            statement.execute(LOCK);
        }
    }

    private static final String FORGET =
            """
            WITH forgotten AS (
                DELETE FROM ordering_key
                 WHERE (app_id, mode, key) >= (?, ?, ?)
                   AND (app_id, mode, key) <= (?, ?, ?)
                   AND used_on < ?::text::date
                RETURNING app_id, mode, sequence
            ), floor AS (
                INSERT INTO ordering_floor (app_id, mode, sequence)
                SELECT app_id, mode, max(sequence)
                  FROM forgotten
                 GROUP BY app_id, mode
                 ORDER BY app_id, mode
                    ON CONFLICT (app_id, mode) DO UPDATE
                   SET sequence = GREATEST(ordering_floor.sequence, excluded.sequence)
            )
            SELECT count(*)
              FROM forgotten
            """;

    /// Returns how many keys it deleted.
    int forget(Connection tx, Key first, Key last, LocalDate before) throws SQLException {
        try (var statement = tx.prepareStatement(FORGET)) {
            new SqlArrays(statement)
                    .uuid(first.appId())
                    .text(first.mode())
                    .text(first.key())
                    .uuid(last.appId())
                    .text(last.mode())
                    .text(last.key())
                    .text(before.toString());
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }
}
