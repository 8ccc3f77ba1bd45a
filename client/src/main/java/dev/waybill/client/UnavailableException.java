package dev.waybill.client;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The service could not be reached, or was overloaded, in all attempts. The event may have been
/// stored. Publishing the same [Event] later is safe: the service recognizes its id.
public final class UnavailableException extends WaybillException {

    private static final long serialVersionUID = 1;

    private final transient @Nullable Problem problem;
    private final @Nullable Duration retryAfter;

    UnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.problem = null;
        this.retryAfter = null;
    }

    UnavailableException(Problem problem, @Nullable Duration retryAfter) {
        super(problem.status() + " " + problem.type() + ": " + problem.sentence(), null);
        this.problem = problem;
        this.retryAfter = retryAfter;
    }

    /// The last response, if there was one.
    public Optional<Problem> problem() {
        return Optional.ofNullable(problem);
    }

    /// How long the service asked to wait, if it did.
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
