package dev.waybill.web.site;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// A time range that ends now. It stays relative in the address: a link to "24 h" shows the last
/// day whenever it is opened.
public enum TimeRange {
    HOUR("1h", "1 h", Duration.ofHours(1), Duration.ofMinutes(5)),
    DAY("24h", "24 h", Duration.ofHours(24), Duration.ofHours(1)),
    WEEK("7d", "7 d", Duration.ofDays(7), Duration.ofHours(3)),
    MONTH("30d", "30 d", Duration.ofDays(30), Duration.ofDays(1));

    private final String word;
    private final String title;
    private final Duration length;
    private final Duration step;

    TimeRange(String word, String title, Duration length, Duration step) {
        this.word = word;
        this.title = title;
        this.length = length;
        this.step = step;
    }

    public static TimeRange of(Optional<String> word) {
        for (var range : values()) {
            if (range.word.equals(word.orElse(""))) {
                return range;
            }
        }
        return DAY;
    }

    public String code() {
        return word;
    }

    public String title() {
        return title;
    }

    /// The time span of one bar of a chart: not finer than the sums.
    public Duration step() {
        return step;
    }

    public Instant since(Instant now) {
        return now.minus(length);
    }
}
