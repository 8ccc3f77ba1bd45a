package dev.waybill.infra.db;

import java.sql.SQLException;
import java.util.Set;
import org.postgresql.util.PSQLException;

/// The meaning of an SQLSTATE for a retry. Message texts are never used.
public final class SqlStates {

    private SqlStates() {}

    private static final String CHECK_VIOLATION = "23514";
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /// Another transaction held a lock for longer than the limit.
    public static boolean isLockTimeout(SQLException e) {
        return LOCK_NOT_AVAILABLE.equals(e.getSQLState());
    }

    private static final Set<String> NOT_OFFERED = Set.of("42501", "42883", "0A000");

    /// A function is forbidden, does not exist, or is not supported by this kind of server.
    static boolean isNotOffered(SQLException e) {
        return e.getSQLState() != null && NOT_OFFERED.contains(e.getSQLState());
    }

    private static final String REJECTED = "08004";

    /// The server cannot be reached, is starting or stopping (57P), or has no connection left (53):
    /// a retry may succeed.
    static boolean isAway(SQLException e) {
        var state = e.getSQLState();
        return state != null
                && !state.equals(REJECTED)
                && (state.startsWith("08") || state.startsWith("57P") || state.startsWith("53"));
    }

    private static final String DEADLOCK = "40P01";

    /// A deadlock was resolved against us, and nothing was written: the statement may be repeated
    /// at once.
    public static boolean isDeadlock(Throwable e) {
        for (var cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && DEADLOCK.equals(sql.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    /// Classes 21 (cardinality), 22 (data) and 23 (constraints): the same rows will be refused
    /// again.
    public static boolean isRefusedForItsData(SQLException e) {
        var state = e.getSQLState();
        if (state == null || isPartitionMissing(e)) {
            return false;
        }
        return state.startsWith("21") || state.startsWith("22") || state.startsWith("23");
    }

    /// A row for a day without a partition is reported as a check violation without a name. The row
    /// is correct; the partition is missing.
    public static boolean isPartitionMissing(SQLException e) {
        return CHECK_VIOLATION.equals(e.getSQLState())
                && e instanceof PSQLException postgres
                && postgres.getServerErrorMessage() != null
                && postgres.getServerErrorMessage().getConstraint() == null;
    }
}
