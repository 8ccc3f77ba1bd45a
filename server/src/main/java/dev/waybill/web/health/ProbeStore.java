package dev.waybill.web.health;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// The query of the readiness check.
final class ProbeStore {

    record Seen(boolean standby, boolean tablesExist) {}

    private static final String PROBE =
            """
            SELECT pg_is_in_recovery() AS standby,
                   bool_and(to_regclass(name) IS NOT NULL) AS tables_exist
              FROM unnest(?) AS name
            """;

    /// Returns whether the server is a standby, and whether all of these tables exist.
    Seen probe(Connection connection, List<String> tables) throws SQLException {
        try (var statement = connection.prepareStatement(PROBE)) {
            statement.setArray(1, connection.createArrayOf("text", tables.toArray()));
            try (var rows = statement.executeQuery()) {
                rows.next();
                return new Seen(rows.getBoolean("standby"), rows.getBoolean("tables_exist"));
            }
        }
    }
}
