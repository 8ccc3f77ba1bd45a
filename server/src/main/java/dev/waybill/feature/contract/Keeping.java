package dev.waybill.feature.contract;

import dev.waybill.domain.Retention;
import dev.waybill.feature.replays.ReplayRules;
import java.time.Duration;

/// How long events and dead letters are kept.
///
/// @param replayable how far back events can be replayed
/// @param deadLetters how long an open dead letter is kept
public record Keeping(Duration replayable, Duration deadLetters) {

    /// An event can be replayed while it is kept, and no further back than a replay may reach.
    public static Keeping of(Retention retention) {
        var events = Duration.ofDays(retention.events());
        var reach = ReplayRules.REACH;
        return new Keeping(
                events.compareTo(reach) < 0 ? events : reach,
                Duration.ofDays(retention.deadLetters()));
    }

    /// How long an event may be redelivered, by a replay or a resend of its dead letter.
    Duration resendable() {
        return replayable.compareTo(deadLetters) > 0 ? replayable : deadLetters;
    }
}
