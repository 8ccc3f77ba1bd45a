package dev.waybill.engine.access;

import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// The row with the current version of apps and keys.
public final class AccessStore {

    /// Also the lock that serializes changes, so that versions become visible in order.
    private static final String BUMP =
            """
            UPDATE access
               SET version = version + 1
            RETURNING version
            """;

    public long bump(Handle tx) {
        return tx.createQuery(BUMP).mapTo(Long.class).one();
    }

    /// The current version, and the version from which changes must be fetched.
    ///
    /// @param since zero, for all rows, if the version in memory is not part of the history of the
    ///   database
    record Latest(long version, UUID mark, long since) {}

    private static final String LATEST =
            """
            SELECT access.version, access.mark, COALESCE(known.version, 0) AS since
              FROM access
              LEFT JOIN version_history AS known
                ON known.subject = 'access'
               AND known.version = ?
               AND known.mark = ?
            """;

    Latest latest(Connection connection, long version, UUID mark) throws SQLException {
        try (var statement = connection.prepareStatement(LATEST)) {
            new SqlArrays(statement).number(version).uuid(mark);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return new Latest(
                        rows.getLong("version"),
                        rows.getObject("mark", UUID.class),
                        rows.getLong("since"));
            }
        }
    }
}
