package dev.waybill.feature.replays;

import dev.waybill.domain.replay.ReplayPace;
import dev.waybill.domain.replay.ReplayState;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The changes of state that users may request of a replay. Repeating the current state changes
/// nothing; an invalid transition is empty.
final class ReplayTransition {

    private ReplayTransition() {}

    static Optional<Replay> paused(Replay replay, Instant now) {
        return switch (replay.state()) {
            case PAUSED -> Optional.of(replay);
            case PLANNED, RUNNING ->
                    Optional.of(with(replay, ReplayState.PAUSED, replay.pace(), now, null));
            case DONE, CANCELLED -> Optional.empty();
        };
    }

    static Optional<Replay> resumed(Replay replay, Instant now) {
        return switch (replay.state()) {
            case PLANNED, RUNNING -> Optional.of(replay);
            case PAUSED -> {
                boolean early = now.isBefore(replay.request().startAt());
                var state = early ? ReplayState.PLANNED : ReplayState.RUNNING;
                var from = early ? replay.request().startAt() : now;
                var pace =
                        replay.pace()
                                .rebased(replay.pace().perSecond(), replay.progress().made(), from);
                yield Optional.of(with(replay, state, pace, now, null));
            }
            case DONE, CANCELLED -> Optional.empty();
        };
    }

    static Optional<Replay> cancelled(Replay replay, Instant now) {
        return switch (replay.state()) {
            case CANCELLED -> Optional.of(replay);
            case PLANNED, RUNNING, PAUSED ->
                    Optional.of(with(replay, ReplayState.CANCELLED, replay.pace(), now, now));
            case DONE -> Optional.empty();
        };
    }

    static Optional<Replay> at(Replay replay, Draft.Speed speed, Instant now) {
        if (replay.state().isOver()) {
            return Optional.empty();
        }
        var progress = replay.progress();
        double rate = speed.of(progress.total() - progress.made());
        var from = now.isBefore(replay.request().startAt()) ? replay.request().startAt() : now;
        ReplayPace pace = replay.pace().rebased(rate, progress.made(), from);
        return Optional.of(with(replay, replay.state(), pace, now, null));
    }

    private static Replay with(
            Replay replay,
            ReplayState state,
            ReplayPace pace,
            Instant now,
            @Nullable Instant endedAt) {
        return new Replay(
                replay.id(), replay.request(), state, replay.progress(), pace, now, endedAt);
    }
}
