package dev.waybill.feature.contract;

import java.time.Duration;

/// How long events and dead letters are kept.
///
/// @param replayable how far back events can be replayed
/// @param deadLetters how long an open dead letter is kept
public record Keeping(Duration replayable, Duration deadLetters) {

    /// How long an event may be redelivered, by a replay or a resend of its dead letter.
    Duration resendable() {
        return replayable.compareTo(deadLetters) > 0 ? replayable : deadLetters;
    }
}
