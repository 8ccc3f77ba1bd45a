package dev.waybill.web.http;

import dev.waybill.infra.log.LogScope;
import dev.waybill.infra.secret.EncryptionKeys;
import java.sql.SQLException;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns failures into the problems that callers see.
public final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private Failures() {}

    static Response response(Throwable failure, String requestId) {
        return Problems.response(problem(failure, requestId), requestId);
    }

    /// The problem for a failure. A failure that the caller cannot act on is logged.
    public static Problem problem(Throwable failure, String requestId) {
        if (failure instanceof Problem problem) {
            return problem;
        }
        if (failure instanceof InterruptedException) {
            return Problem.unavailable("Waybill is stopping.");
        }
        if (failure instanceof EncryptionKeys.Retired) {
            LOG.atWarn()
                    .addKeyValue(LogScope.REQUEST_ID, requestId)
                    .log(
                            "this process must be restarted with the new encryption key: {}",
                            failure.getMessage());
            return Problem.unavailable(
                    "This process encrypts secrets with a key that was retired. It must be"
                            + " restarted with the new key.");
        }
        var away = databaseAway(failure);
        if (away != null) {
            // Without a stack trace: each request of an outage would add one, all alike.
            LOG.atWarn()
                    .addKeyValue(LogScope.REQUEST_ID, requestId)
                    .log("the database did not answer: {}", inOneLine(away));
            return Problem.unavailable("The database does not answer. Try again.");
        }
        LOG.atError()
                .addKeyValue(LogScope.REQUEST_ID, requestId)
                .setCause(failure)
                .log("a request failed");
        return Problem.of(ProblemType.INTERNAL, "This is a bug. The log has the details.");
    }

    /// The failed connection behind the exception, or null if it is a bug: SQLSTATE classes 08
    /// (connection), 53 (resources), 57 (shutting down), or no state (the pool gave up).
    private static @Nullable SQLException databaseAway(Throwable failure) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (e instanceof SQLException sql) {
                var state = sql.getSQLState();
                boolean away =
                        state == null
                                || state.startsWith("08")
                                || state.startsWith("53")
                                || state.startsWith("57");
                return away ? sql : null;
            }
        }
        return null;
    }

    private static String inOneLine(Throwable failure) {
        var causes = new StringJoiner("; ");
        for (Throwable e = failure; e != null; e = e.getCause()) {
            causes.add(String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
        }
        return causes.toString();
    }
}
