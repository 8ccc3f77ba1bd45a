package dev.waybill.domain.retry;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The times of the attempts of a policy, before any limit of time. Holds no clock and no dice:
/// every instant can be computed by hand.
public sealed interface Schedule {

    /// The earliest time for the attempt after the `made`-th one, which ended at `endedAt`.
    Instant next(int made, Instant firstAttemptAt, Instant endedAt, Jitter jitter, double dice);

    /// The longest time between the first and the last of `attemptsMax` attempts.
    Duration longest(int attemptsMax, Jitter jitter);

    /// The delay that counts as one delay where a rule needs one; zero if there is none.
    Duration firstWait();

    /// Offsets from the first attempt. The last one jitters backwards, so that it stays inside the
    /// window it closes.
    record Offsets(List<Duration> offsets) implements Schedule {
        public Offsets {
            offsets = ascending(offsets);
        }

        @Override
        public Instant next(
                int made, Instant firstAttemptAt, Instant endedAt, Jitter jitter, double dice) {
            var offset = offsets.get(made - 1);
            if (made == offsets.size()) {
                return lastInside(firstAttemptAt.plus(offset), endedAt, jitter, dice);
            }
            var before = made == 1 ? Duration.ZERO : offsets.get(made - 2);
            // A late attempt must not bunch the following ones.
            var halfTheWait = offset.minus(before).dividedBy(2);
            return later(
                    firstAttemptAt.plus(jitter.applied(offset, dice)), endedAt.plus(halfTheWait));
        }

        @Override
        public Duration longest(int attemptsMax, Jitter jitter) {
            if (attemptsMax < 2) {
                return Duration.ZERO;
            }
            var last = offsets.get(attemptsMax - 2);
            return attemptsMax > offsets.size() ? last : jitter.longest(last);
        }

        @Override
        public Duration firstWait() {
            return offsets.isEmpty() ? Duration.ZERO : offsets.getFirst();
        }

        private static Instant lastInside(
                Instant latest, Instant endedAt, Jitter jitter, double dice) {
            var wait = Duration.between(endedAt, latest);
            if (wait.isNegative()) {
                return endedAt;
            }
            var early = jitter.applied(wait, dice).minus(wait);
            return early.isNegative() ? latest : latest.minus(early);
        }
    }

    /// Delays between attempts.
    record Waits(List<Duration> waits) implements Schedule {
        public Waits {
            waits = List.copyOf(waits);
        }

        @Override
        public Instant next(
                int made, Instant firstAttemptAt, Instant endedAt, Jitter jitter, double dice) {
            return endedAt.plus(jitter.applied(waits.get(made - 1), dice));
        }

        @Override
        public Duration longest(int attemptsMax, Jitter jitter) {
            return waits.stream()
                    .limit(attemptsMax - 1)
                    .map(jitter::longest)
                    .reduce(Duration.ZERO, Duration::plus);
        }

        @Override
        public Duration firstWait() {
            return waits.isEmpty() ? Duration.ZERO : waits.getFirst();
        }
    }

    /// Delays that grow by `factor` from `base` to `cap`.
    record Exponential(Duration base, double factor, Duration cap) implements Schedule {
        @Override
        public Instant next(
                int made, Instant firstAttemptAt, Instant endedAt, Jitter jitter, double dice) {
            return endedAt.plus(jitter.applied(waitAfter(made), dice));
        }

        @Override
        public Duration longest(int attemptsMax, Jitter jitter) {
            var sum = Duration.ZERO;
            for (int made = 1; made < attemptsMax; made++) {
                sum = sum.plus(jitter.longest(waitAfter(made)));
            }
            return sum;
        }

        @Override
        public Duration firstWait() {
            return base;
        }

        private Duration waitAfter(int made) {
            double millis = base.toMillis() * Math.pow(factor, made - 1);
            return millis >= cap.toMillis() ? cap : Duration.ofMillis(Math.round(millis));
        }
    }

    private static List<Duration> ascending(List<Duration> offsets) {
        for (int i = 1; i < offsets.size(); i++) {
            if (offsets.get(i).compareTo(offsets.get(i - 1)) <= 0) {
                throw new IllegalArgumentException("offsets must ascend: " + offsets);
            }
        }
        return List.copyOf(offsets);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
