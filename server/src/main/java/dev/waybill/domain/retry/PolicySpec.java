package dev.waybill.domain.retry;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A retry policy as a user wrote it, with defaults.
///
/// @param name null for an inline policy
/// @param attemptsMax requests, including the first one
/// @param ratio the amount of jitter, relative to the delay, or to the first delay for
///   [Spread#ADDITIVE]
public record PolicySpec(
        @Nullable String name,
        Schedule schedule,
        int attemptsMax,
        Spread spread,
        double ratio,
        Duration window) {

    /// The kinds of jitter, by their names in the API.
    public enum Spread {
        NONE,
        PROPORTIONAL,
        ADDITIVE,
        FULL;

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Optional<Spread> of(String code) {
            for (var spread : values()) {
                if (spread.code().equals(code)) {
                    return Optional.of(spread);
                }
            }
            return Optional.empty();
        }
    }

    /// The policy for the engine.
    ///
    /// @param key by which deliveries refer to it
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
