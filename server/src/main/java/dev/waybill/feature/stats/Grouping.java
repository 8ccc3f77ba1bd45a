package dev.waybill.feature.stats;

import java.util.Locale;
import java.util.Optional;

/// The dimensions by which statistics are grouped.
public enum Grouping {
    ENDPOINT,
    APP,
    EVENT_TYPE;

    /// How it is written in the API.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Grouping> of(String word) {
        for (var grouping : values()) {
            if (grouping.code().equals(word)) {
                return Optional.of(grouping);
            }
        }
        return Optional.empty();
    }
}
