package dev.waybill.feature.contract;

import java.time.Duration;

/// How long what was sent stays within reach.
///
/// @param replayable how far back events can be sent again
/// @param deadLetters how long an open dead letter is kept
public record Keeping(Duration replayable, Duration deadLetters) {

    /// How long an event may come again: by a replay, or because its dead letter is resent.
    Duration resendable() {
        return replayable.compareTo(deadLetters) > 0 ? replayable : deadLetters;
    }
}
