package dev.waybill.cli.demo;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a persona does about a request.
sealed interface Answer {

    /// An answer like any server gives.
    ///
    /// @param after how long it takes
    /// @param retryAfter what it asks for, if it asks
    record Status(int status, String body, Duration after, @Nullable Duration retryAfter)
            implements Answer {}

    /// The connection ends without a word.
    record HangUp() implements Answer {}

    static Answer of(int status, String body) {
        return new Status(status, body, Duration.ZERO, null);
    }
}
