package dev.waybill.feature.replays;

import dev.waybill.domain.replay.ReplayPace;
import dev.waybill.domain.replay.ReplayState;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What people may do with a replay, and what becomes of it. Doing it twice is doing it once; empty
/// where it cannot be done.
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
                boolean early = now.isBefore(replay.startAt());
                var state = early ? ReplayState.PLANNED : ReplayState.RUNNING;
                var from = early ? replay.startAt() : now;
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
        var from = now.isBefore(replay.startAt()) ? replay.startAt() : now;
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
                replay.id(),
                replay.appId(),
                replay.mode(),
                replay.byCustomer(),
                replay.endpointId(),
                state,
                replay.asked(),
                replay.plan(),
                replay.reason(),
                replay.actor(),
                replay.progress(),
                pace,
                replay.startAt(),
                replay.createdAt(),
                now,
                endedAt);
    }
}
