package dev.waybill.feature.replays;

import dev.waybill.domain.access.Caller;
import java.util.UUID;

/// Asks to pause, resume or cancel a replay.
public record ChangeReplayState(Caller caller, UUID id, Action action) {

    public enum Action {
        PAUSE,
        RESUME,
        CANCEL
    }
}
