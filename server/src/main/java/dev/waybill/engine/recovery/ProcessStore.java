package dev.waybill.engine.recovery;

import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The running processes. All times are those of the database, which decides who is alive; with
/// these statements the processes read its time.
final class ProcessStore {

    private static final String REGISTER =
            """
            INSERT INTO process (id, started_at, alive_until)
            VALUES (?, clock_timestamp(), clock_timestamp() + ? * interval '1 millisecond')
            RETURNING clock_timestamp()
            """;

    /// Returns the time of the database.
    Instant register(Connection connection, UUID id, Duration lifetime) throws SQLException {
        try (var statement = connection.prepareStatement(REGISTER)) {
            new SqlArrays(statement).uuid(id).number(lifetime.toMillis());
            return time(statement).orElseThrow();
        }
    }

    private static final String PROLONG =
            """
            UPDATE process
               SET alive_until = clock_timestamp() + ? * interval '1 millisecond'
             WHERE id = ?
               AND alive_until > clock_timestamp()
            RETURNING clock_timestamp()
            """;

    /// Returns the time of the database; empty if the process is dead.
    Optional<Instant> prolong(Connection connection, UUID id, Duration lifetime)
            throws SQLException {
        try (var statement = connection.prepareStatement(PROLONG)) {
            new SqlArrays(statement).number(lifetime.toMillis()).uuid(id);
            return time(statement);
        }
    }

    private static final String REMOVE =
            """
            DELETE FROM process
             WHERE id = ?
            """;

    void remove(Connection connection, UUID id) throws SQLException {
        try (var statement = connection.prepareStatement(REMOVE)) {
            new SqlArrays(statement).uuid(id);
            statement.executeUpdate();
        }
    }

    private static final String REMOVE_OTHERS =
            """
            DELETE FROM process
             WHERE id <> ?
            """;

    void removeOthers(Connection connection, UUID id) throws SQLException {
        try (var statement = connection.prepareStatement(REMOVE_OTHERS)) {
            new SqlArrays(statement).uuid(id);
            statement.executeUpdate();
        }
    }

    private static final String CUT =
            """
            UPDATE process
               SET alive_until = clock_timestamp() + ? * interval '1 millisecond'
             WHERE alive_until > clock_timestamp() + ? * interval '2 milliseconds'
            """;

    /// Limits the life of processes to a lifetime from now. A longer one means that the clock of
    /// the database was set back, and a dead process would seem alive until then. A process that is
    /// alive keeps at least the time of its last heartbeat.
    void cutToLifetime(Connection connection, Duration lifetime) throws SQLException {
        try (var statement = connection.prepareStatement(CUT)) {
            new SqlArrays(statement).number(lifetime.toMillis()).number(lifetime.toMillis());
            statement.executeUpdate();
        }
    }

    private static final String REMOVE_DEAD =
            """
            DELETE FROM process
             WHERE alive_until < clock_timestamp()
               AND NOT EXISTS (SELECT FROM lease WHERE lease.process_id = process.id)
            """;

    /// Deletes dead processes without leases.
    void removeDead(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(REMOVE_DEAD)) {
            statement.executeUpdate();
        }
    }

    private static Optional<Instant> time(PreparedStatement statement) throws SQLException {
        try (var rows = statement.executeQuery()) {
            return rows.next() ? Optional.of(rows.getTimestamp(1).toInstant()) : Optional.empty();
        }
    }
}
