package dev.waybill.engine.deliver;

import java.time.Duration;

/// Sends one request. Never throws for network trouble: that is an outcome.
public interface Sender {

    /// The whole attempt, within its time limit.
    ///
    /// @param timeLimit for everything: look-up, connect, request, answer
    /// @param cutByExpiry the limit is what remains until the event expires, so running into it
    ///   means that
    Answer send(OutgoingRequest request, Duration timeLimit, boolean cutByExpiry);
}
