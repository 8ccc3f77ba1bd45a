package dev.waybill.infra.postgres;

import org.jspecify.annotations.Nullable;

/// The embedded PostgreSQL cannot be used. The message states the operator's next step.
public class PostgresFailed extends RuntimeException {

    PostgresFailed(String message) {
        super(message);
    }

    PostgresFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
