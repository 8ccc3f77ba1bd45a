package dev.waybill.domain.retry;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A retry policy as people write it, with what they left out filled in.
///
/// @param name null for one that is written where it is used
/// @param attemptsMax requests, the first one too
/// @param ratio how much jitter: of the wait itself, or of the first wait for [Spread#ADDITIVE]
public record PolicySpec(
        @Nullable String name,
        Schedule schedule,
        int attemptsMax,
        Spread spread,
        double ratio,
        Duration window) {

    /// The kinds of jitter, by the words people use for them.
    public enum Spread {
        NONE,
        PROPORTIONAL,
        ADDITIVE,
        FULL;

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Optional<Spread> of(String word) {
            for (var spread : values()) {
                if (spread.code().equals(word)) {
                    return Optional.of(spread);
                }
            }
            return Optional.empty();
        }
    }

    /// What the engine works with.
    ///
    /// @param key what deliveries remember it by
    public RetryPolicy policy(String key) {
        return new RetryPolicy(key, schedule, jitter(), attemptsMax, window);
    }

    public Jitter jitter() {
        return jitter(schedule, spread, ratio);
    }

    public static Jitter jitter(Schedule schedule, Spread spread, double ratio) {
        return switch (spread) {
            case NONE -> new Jitter.None();
            case PROPORTIONAL -> new Jitter.Proportional(ratio);
            case ADDITIVE -> new Jitter.Additive(scaled(schedule.firstWait(), ratio));
            case FULL -> new Jitter.Full();
        };
    }

    private static Duration scaled(Duration duration, double factor) {
        return Duration.ofMillis(Math.round(duration.toMillis() * factor));
    }
}
