package dev.waybill.engine.recovery;

import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The books of running processes. Times here are the database's own, because it is the judge of
/// who is alive, and these statements are where everybody learns its time.
final class ProcessStore {

    private static final String REGISTER =
            """
            INSERT INTO process (id, started_at, alive_until)
            VALUES (?, clock_timestamp(), clock_timestamp() + ? * interval '1 millisecond')
            RETURNING clock_timestamp()
            """;

    /// Returns the database's time.
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

    /// Returns the database's time; empty if the process is dead by the books.
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

    /// Cuts what lies further ahead than anybody can have written by a clock like the current one:
    /// the database's was set back, and a process that died before would seem alive until then. One
    /// that lives keeps as long as its last heartbeat gave it, or longer.
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

    /// Strikes off processes that are dead and hold nothing any more.
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
