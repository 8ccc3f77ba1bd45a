package dev.waybill.dispatch;

import dev.waybill.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Which process alone sends to an endpoint.
final class CustodyStore {

    // The database judges by its own clock who is alive, as for leases.
    private static final String TAKE =
            """
            INSERT INTO custody (endpoint_id, process_id)
            SELECT wanted.id, ?
              FROM unnest(?::uuid[]) AS wanted (id)
             ORDER BY wanted.id
                ON CONFLICT (endpoint_id) DO UPDATE
               SET process_id = excluded.process_id
             WHERE custody.process_id = excluded.process_id
                OR NOT EXISTS (
                       SELECT FROM process
                        WHERE process.id = custody.process_id
                          AND process.alive_until > clock_timestamp())
            RETURNING endpoint_id
            """;

    /// Takes what nobody alive has; returns what is now the process's.
    List<UUID> take(Connection connection, UUID processId, List<UUID> wanted) throws SQLException {
        try (var statement = connection.prepareStatement(TAKE)) {
            new SqlArrays(statement).uuid(processId).uuids(wanted, id -> id);
            var taken = new ArrayList<UUID>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    taken.add(rows.getObject(1, UUID.class));
                }
            }
            return taken;
        }
    }

    private static final String HELD =
            """
            SELECT endpoint_id
              FROM custody
             WHERE process_id = ?
            """;

    /// What is the process's by the books.
    Set<UUID> held(Connection connection, UUID processId) throws SQLException {
        try (var statement = connection.prepareStatement(HELD)) {
            new SqlArrays(statement).uuid(processId);
            var held = new HashSet<UUID>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    held.add(rows.getObject(1, UUID.class));
                }
            }
            return held;
        }
    }

    private static final String GIVE_UP =
            """
            DELETE FROM custody
             WHERE process_id = ?
            """;

    void giveUp(Connection connection, UUID processId) throws SQLException {
        try (var statement = connection.prepareStatement(GIVE_UP)) {
            new SqlArrays(statement).uuid(processId);
            statement.executeUpdate();
        }
    }
}
