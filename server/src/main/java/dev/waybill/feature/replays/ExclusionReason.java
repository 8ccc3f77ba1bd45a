package dev.waybill.feature.replays;

import java.util.Locale;

/// Why a selected delivery is left out of a replay.
public enum ExclusionReason {
    ENDPOINT_DELETED("their endpoint was deleted"),
    ENDPOINT_DISABLED("their endpoint is disabled: enable it first"),
    EXPIRED("the event has expired"),
    STILL_OPEN("the delivery is still open"),
    REPEATED_SINCE("the event was redelivered since, and the newer delivery counts"),
    RESOLVED("the dead letter was resolved");

    private final String words;

    ExclusionReason(String words) {
        this.words = words;
    }

    /// The name in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The description on pages and in the API.
    public String words() {
        return words;
    }

    static ExclusionReason of(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
