package dev.waybill.http;

import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a failure means to the one who asked, decided in one place.
public final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private Failures() {}

    static Response response(Throwable failure, String requestId) {
        return Problems.response(problem(failure, requestId), requestId);
    }

    /// As a problem; what only we can act on is logged.
    public static Problem problem(Throwable failure, String requestId) {
        if (failure instanceof Problem problem) {
            return problem;
        }
        if (failure instanceof InterruptedException) {
            return Problem.unavailable("Waybill is stopping.");
        }
        if (isDatabaseAway(failure)) {
            LOG.warn("the database did not answer, request={}", requestId, failure);
            return Problem.unavailable("The database does not answer. Try again.");
        }
        LOG.error("a request failed, request={}", requestId, failure);
        return Problem.of(ProblemType.INTERNAL, "This is a bug. The log has the details.");
    }

    /// Whether a connection, and not a bug, is behind the exception: SQLSTATE classes 08
    /// (connection), 53 (resources), 57 (shutting down), or no state at all (the pool gave up).
    private static boolean isDatabaseAway(Throwable failure) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (e instanceof SQLException sql) {
                var state = sql.getSQLState();
                return state == null
                        || state.startsWith("08")
                        || state.startsWith("53")
                        || state.startsWith("57");
            }
        }
        return false;
    }
}
