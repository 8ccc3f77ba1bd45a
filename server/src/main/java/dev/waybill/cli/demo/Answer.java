package dev.waybill.cli.demo;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The response of a persona to a request.
sealed interface Answer {

    /// An ordinary answer.
    ///
    /// @param after how long it takes
    /// @param retryAfter the `Retry-After` header, if any
    record Status(int status, String body, Duration after, @Nullable Duration retryAfter)
            implements Answer {}

    /// The connection is closed without an answer.
    record HangUp() implements Answer {}

    static Answer of(int status, String body) {
        return new Status(status, body, Duration.ZERO, null);
    }
}
