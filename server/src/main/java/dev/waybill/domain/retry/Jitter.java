package dev.waybill.domain.retry;

import java.time.Duration;

/// Spreads delays, so that deliveries that failed together are not retried together. `dice` is a
/// number in [0, 1) from the caller.
public sealed interface Jitter {

    Duration applied(Duration wait, double dice);

    /// The longest possible delay.
    Duration longest(Duration wait);

    /// Exactly the delay.
    record None() implements Jitter {
        @Override
        public Duration applied(Duration wait, double dice) {
            return wait;
        }

        @Override
        public Duration longest(Duration wait) {
            return wait;
        }
    }

    /// The delay and up to `ratio` of it more: with 0.4, "5 minutes" becomes 5 to 7.
    record Proportional(double ratio) implements Jitter {
        public Proportional {
            if (!(ratio >= 0 && ratio <= 1)) {
                throw new IllegalArgumentException("ratio must be in [0, 1]: " + ratio);
            }
        }

        @Override
        public Duration applied(Duration wait, double dice) {
            return wait.plus(scaled(wait, ratio * dice));
        }

        @Override
        public Duration longest(Duration wait) {
            return wait.plus(scaled(wait, ratio));
        }
    }

    /// The delay and up to `span` more, however long the delay is.
    record Additive(Duration span) implements Jitter {
        @Override
        public Duration applied(Duration wait, double dice) {
            return wait.plus(scaled(span, dice));
        }

        @Override
        public Duration longest(Duration wait) {
            return wait.plus(span);
        }
    }

    /// Anything from zero to the delay.
    record Full() implements Jitter {
        @Override
        public Duration applied(Duration wait, double dice) {
            return scaled(wait, dice);
        }

        @Override
        public Duration longest(Duration wait) {
            return wait;
        }
    }

    private static Duration scaled(Duration duration, double factor) {
        return Duration.ofMillis(Math.round(duration.toMillis() * factor));
    }
}
