package dev.waybill.domain.replay;

import java.util.Locale;
import java.util.Optional;

/// The state of a replay.
public enum ReplayState {
    /// The start time has not come yet.
    PLANNED,
    RUNNING,
    PAUSED,
    DONE,
    CANCELLED;

    public boolean isOver() {
        return this == DONE || this == CANCELLED;
    }

    /// The name in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ReplayState> of(String code) {
        for (var state : values()) {
            if (state.code().equals(code)) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }
}
