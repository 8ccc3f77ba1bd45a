package dev.waybill.engine.deliver;

import java.time.Duration;

/// Sends one request. A network failure is an outcome, not an exception.
public interface Sender {

    /// Makes the whole attempt within its time limit.
    ///
    /// @param timeLimit for everything: look-up, connect, request, answer
    /// @param cutByExpiry whether the limit is the time until the event expires, so that reaching
    ///   it means that the event has expired
    Answer send(OutgoingRequest request, Duration timeLimit, boolean cutByExpiry);
}
