package dev.waybill.infra.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Checks the database before a process uses it: it answers, a connection is one session, and it
/// provides its timeline.
public final class DatabaseStart {

    private static final Duration PAUSE = Duration.ofMillis(250);

    /// A shorter wait is not logged.
    private static final Duration LOGGED_AFTER = Duration.ofSeconds(3);

    /// How often a wait is logged.
    private static final Duration LOGGED_EVERY = Duration.ofSeconds(10);

    /// A pooler that alternates between servers shows itself within a few transactions.
    private static final int TRANSACTIONS = 3;

    private static final String TIMELINE =
            """
            SELECT pg_walfile_name(pg_current_wal_insert_lsn()), system_identifier
              FROM pg_control_system()
            """;

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseStart.class);

    private DatabaseStart() {}

    /// Waits until the database answers a query, so that the service may start before its database.
    /// Throws the last failure if that takes longer, and at once if waiting does not help: a wrong
    /// password, or a database that does not exist.
    public static void await(DatabaseUrl url, Duration most) throws SQLException {
        long start = System.nanoTime();
        long logFrom = start + LOGGED_AFTER.toNanos();
        while (true) {
            try (var connection = Database.unpooled(url).getConnection()) {
                pid(connection);
                return;
            } catch (SQLException e) {
                long now = System.nanoTime();
                if (!SqlStates.isAway(e)) {
                    throw e;
                }
                if (now - start >= most.toNanos()) {
                    throw new SQLException(
                            "no answer from %s within %d s: %s"
                                    .formatted(url, most.toSeconds(), e.getMessage()),
                            e.getSQLState(),
                            e);
                }
                if (now - logFrom >= 0) {
                    LOG.warn("waiting for the database, url={}, because={}", url, e.getMessage());
                    logFrom = now + LOGGED_EVERY.toNanos();
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /// Throws if two connections share one of the server, or one connection alternates between
    /// several: a pooler in transaction mode. Plans, time limits, prepared statements and locks of
    /// a session would be lost or mixed up.
    public static void requireSessions(DatabaseUrl url) throws SQLException {
        requireSessions(Database.unpooled(url));
    }

    static void requireSessions(DataSource source) throws SQLException {
        try (var one = source.getConnection();
                var other = source.getConnection()) {
            int session = pid(one);
            other.setAutoCommit(false);
            // While this transaction is open, no other connection can have its server.
            boolean sessions = pid(other) != session;
            for (int i = 0; i < TRANSACTIONS && sessions; i++) {
                sessions = pid(one) == session;
            }
            other.rollback();
            other.setAutoCommit(true);
            for (int i = 0; i < TRANSACTIONS && sessions; i++) {
                sessions = pid(one) == session;
            }
            if (!sessions) {
                throw new SQLException(
                        "it is behind a pooler in transaction mode, which Waybill does not"
                                + " support: use the pooler's session mode, or connect directly");
            }
        }
    }

    /// Throws if the functions are missing or forbidden by which Waybill detects a promotion or a
    /// move of the database. Every capture calls them. There is no substitute: another source of
    /// the timeline changes minutes after a promotion, and readers of the feed would miss events.
    public static void requireTimeline(DatabaseUrl url) throws SQLException {
        try (var connection = Database.unpooled(url).getConnection();
                var statement = connection.createStatement();
                var _ = statement.executeQuery(TIMELINE)) {
            // An answer is enough.
        } catch (SQLException e) {
            if (!SqlStates.isNotOffered(e)) {
                throw e;
            }
            throw new SQLException(
                    "its role needs the functions pg_walfile_name, pg_current_wal_insert_lsn and"
                            + " pg_control_system, by which Waybill detects a promotion: grant"
                            + " EXECUTE on them, or use a server that has them ("
                            + e.getMessage()
                            + ")",
                    e.getSQLState(),
                    e);
        }
    }

    private static int pid(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT pg_backend_pid()")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
