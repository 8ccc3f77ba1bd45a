package dev.waybill.domain.replay;

import java.util.Locale;
import java.util.Optional;

/// Where a replay is in its life.
public enum ReplayState {
    /// Its time to start has not come.
    PLANNED,
    RUNNING,
    PAUSED,
    DONE,
    CANCELLED;

    public boolean isOver() {
        return this == DONE || this == CANCELLED;
    }

    /// How the state is written in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ReplayState> of(String word) {
        for (var state : values()) {
            if (state.code().equals(word)) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }
}
