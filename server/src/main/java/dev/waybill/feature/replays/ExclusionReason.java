package dev.waybill.feature.replays;

import java.util.Locale;

/// Why something that was asked for is not sent again.
public enum ExclusionReason {
    ENDPOINT_DELETED("their endpoint was deleted"),
    ENDPOINT_DISABLED("their endpoint is disabled: enable it first"),
    EXPIRED("the event went stale, and late is worse than never"),
    STILL_OPEN("the delivery has not come to its end"),
    REPEATED_SINCE("the event was sent to the endpoint again since, and that delivery counts"),
    RESOLVED("somebody has settled it as a dead letter");

    private final String words;

    ExclusionReason(String words) {
        this.words = words;
    }

    /// How it is written in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// For people.
    public String words() {
        return words;
    }

    static ExclusionReason of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
