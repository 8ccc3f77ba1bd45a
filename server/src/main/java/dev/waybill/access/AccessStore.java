package dev.waybill.access;

import java.sql.Connection;
import java.sql.SQLException;
import org.jdbi.v3.core.Handle;

/// The one row that says which apps and keys are current.
final class AccessStore {

    /// Also the lock that puts changes one after another, so that versions become visible in order.
    private static final String BUMP =
            """
            UPDATE access
               SET version = version + 1
            RETURNING version
            """;

    long bump(Handle tx) {
        return tx.createQuery(BUMP).mapTo(Long.class).one();
    }

    private static final String VERSION =
            """
            SELECT version
              FROM access
            """;

    long version(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(VERSION);
                var rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
