package dev.waybill.engine.dispatch;

import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Stores which process owns an endpoint.
final class EndpointOwnershipStore {

    private static final String FREE =
            """
            SELECT wanted.id
              FROM unnest(?::uuid[]) AS wanted (id)
              LEFT JOIN endpoint_owner ON endpoint_owner.endpoint_id = wanted.id
             WHERE endpoint_owner.process_id IS NULL
                OR endpoint_owner.process_id = ?
                OR NOT EXISTS (
                       SELECT FROM process
                        WHERE process.id = endpoint_owner.process_id
                          AND process.alive_until > clock_timestamp())
            """;

    /// The wanted endpoints that no other process alive owns.
    List<UUID> free(Connection connection, UUID processId, List<UUID> wanted) throws SQLException {
        try (var statement = connection.prepareStatement(FREE)) {
            new SqlArrays(statement).uuids(wanted, id -> id).uuid(processId);
            return ids(statement);
        }
    }

    private static final String ALIVE =
            """
            SELECT id
              FROM process
             WHERE alive_until > clock_timestamp()
             ORDER BY id
            """;

    /// All processes alive, in the same order for every process.
    List<UUID> alive(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(ALIVE)) {
            return ids(statement);
        }
    }

    private static final String HELD_BY_ALL =
            """
            SELECT count(*)
              FROM endpoint_owner
              JOIN process ON process.id = endpoint_owner.process_id
             WHERE process.alive_until > clock_timestamp()
            """;

    int heldByAll(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(HELD_BY_ALL);
                var rows = statement.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static final String GIVE =
            """
            DELETE FROM endpoint_owner
             WHERE process_id = ?
               AND endpoint_id = ANY (?::uuid[])
            """;

    void give(Connection connection, UUID processId, List<UUID> endpointIds) throws SQLException {
        try (var statement = connection.prepareStatement(GIVE)) {
            new SqlArrays(statement).uuid(processId).uuids(endpointIds, id -> id);
            statement.executeUpdate();
        }
    }

    private static List<UUID> ids(PreparedStatement statement) throws SQLException {
        var ids = new ArrayList<UUID>();
        try (var rows = statement.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getObject(1, UUID.class));
            }
        }
        return ids;
    }

    // The clock of the database decides who is alive, as for leases.
    private static final String TAKE =
            """
            INSERT INTO endpoint_owner (endpoint_id, process_id)
            SELECT wanted.id, ?
              FROM unnest(?::uuid[]) AS wanted (id)
             ORDER BY wanted.id
                ON CONFLICT (endpoint_id) DO UPDATE
               SET process_id = excluded.process_id
             WHERE endpoint_owner.process_id = excluded.process_id
                OR NOT EXISTS (
                       SELECT FROM process
                        WHERE process.id = endpoint_owner.process_id
                          AND process.alive_until > clock_timestamp())
            RETURNING endpoint_id
            """;

    /// Takes the endpoints that no other process alive owns. Returns those that the process owns
    /// now.
    List<UUID> take(Connection connection, UUID processId, List<UUID> wanted) throws SQLException {
        try (var statement = connection.prepareStatement(TAKE)) {
            new SqlArrays(statement).uuid(processId).uuids(wanted, id -> id);
            return ids(statement);
        }
    }

    private static final String HELD =
            """
            SELECT endpoint_id
              FROM endpoint_owner
             WHERE process_id = ?
            """;

    /// The endpoints that the process owns in the database.
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
            DELETE FROM endpoint_owner
             WHERE process_id = ?
            """;

    void giveUp(Connection connection, UUID processId) throws SQLException {
        try (var statement = connection.prepareStatement(GIVE_UP)) {
            new SqlArrays(statement).uuid(processId);
            statement.executeUpdate();
        }
    }
}
