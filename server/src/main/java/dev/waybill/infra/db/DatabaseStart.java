package dev.waybill.infra.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What must be true of a database before a process uses it: it answers, a connection is one
/// session, and it says which life of the server this is.
public final class DatabaseStart {

    private static final Duration PAUSE = Duration.ofMillis(250);

    /// Before this a wait is not worth a line in the log.
    private static final Duration TELL_AFTER = Duration.ofSeconds(3);

    /// How often the log says what is waited for.
    private static final Duration TELL_PERIOD = Duration.ofSeconds(10);

    /// A pooler that hands out servers in turn shows itself within a few transactions.
    private static final int TRANSACTIONS = 3;

    private static final String TIMELINE =
            """
            SELECT pg_walfile_name(pg_current_wal_insert_lsn()), system_identifier
              FROM pg_control_system()
            """;

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseStart.class);

    private DatabaseStart() {}

    /// Waits until the database answers a query; a start need not come after its database's. Throws
    /// what the last try came to if that takes longer, and at once if waiting does not help: a
    /// password that is wrong, a database that does not exist.
    public static void await(DatabaseUrl url, Duration most) throws SQLException {
        long start = System.nanoTime();
        long tellFrom = start + TELL_AFTER.toNanos();
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
                if (now - tellFrom >= 0) {
                    LOG.warn("waiting for the database, url={}, because={}", url, e.getMessage());
                    tellFrom = now + TELL_PERIOD.toNanos();
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /// Throws if two of our connections share one of the server's, or one of ours changes between
    /// several: a pooler that gives out connections for a transaction. Plans, time limits, prepared
    /// statements and locks of a session would be lost, or another's.
    public static void requireSessions(DatabaseUrl url) throws SQLException {
        requireSessions(Database.unpooled(url));
    }

    static void requireSessions(DataSource source) throws SQLException {
        try (var one = source.getConnection();
                var other = source.getConnection()) {
            int session = pid(one);
            other.setAutoCommit(false);
            // While this transaction is open, its server can be nobody else's.
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
                        "it is behind a pooler in transaction mode, which Waybill cannot work with:"
                                + " use the pooler's session mode, or connect directly");
            }
        }
    }

    /// Throws if the functions are missing or forbidden by which Waybill notices that the database
    /// was promoted or has moved. Every capture calls them. There is no substitute: another source
    /// of the timeline changes minutes after a promotion, and readers of the feed would miss
    /// events.
    public static void requireTimeline(DatabaseUrl url) throws SQLException {
        try (var connection = Database.unpooled(url).getConnection();
                var statement = connection.createStatement();
                var _ = statement.executeQuery(TIMELINE)) {
            // That it answers is enough.
        } catch (SQLException e) {
            if (!SqlStates.isNotOffered(e)) {
                throw e;
            }
            throw new SQLException(
                    "its role needs the functions pg_walfile_name, pg_current_wal_insert_lsn and"
                            + " pg_control_system, by which Waybill notices a promotion: grant"
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
