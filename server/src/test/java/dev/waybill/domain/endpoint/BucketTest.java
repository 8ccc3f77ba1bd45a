package dev.waybill.domain.endpoint;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BucketTest {

    @Test
    void theyComeEvenly() {
        var starts = starts(new Bucket(4, NOON), NOON, 5);

        assertThat(starts.stream().map(start -> Duration.between(NOON, start).toMillis()))
                .containsExactly(0L, 250L, 500L, 750L, 1_000L);
    }

    @Test
    void whatWasNotTakenIsNotSavedUp() {
        var later = NOON.plusSeconds(3_600);

        assertThat(starts(new Bucket(1, NOON), later, 3))
                .containsExactly(later, later.plusSeconds(1), later.plusSeconds(2));
    }

    @Test
    void aFractionOfOneASecondIsARateToo() {
        assertThat(starts(new Bucket(0.1, NOON), NOON, 2))
                .containsExactly(NOON, NOON.plusSeconds(10));
    }

    @ParameterizedTest
    @MethodSource("dev.waybill.testing.Seeds#many")
    void theRateHoldsOverAnyWindow(long seed) {
        var random = new SplittableRandom(seed);
        var rate = Math.pow(10, random.nextDouble(-2, 3));
        var bucket = new Bucket(rate, NOON);
        var starts = new ArrayList<Instant>();
        var now = NOON;
        for (int i = 0; i < 300; i++) {
            // Some come in a crowd, some after a lull.
            if (random.nextInt(10) == 0) {
                now = now.plusNanos((long) (random.nextDouble(0, 20) * 1e9 / rate));
            }
            now = bucket.next().isAfter(now) ? bucket.next() : now;
            bucket = bucket.taken(now);
            starts.add(now);
        }

        for (int from = 0; from < starts.size(); from++) {
            for (int to = from; to < starts.size(); to++) {
                var window = Duration.between(starts.get(from), starts.get(to)).toNanos() / 1e9;
                assertThat(to - from + 1.0)
                        .as("in %s s at %s a second", window, rate)
                        .isLessThanOrEqualTo(window * rate + bucket.burst() + 1e-6);
            }
        }
    }

    private static List<Instant> starts(Bucket first, Instant from, int count) {
        var starts = new ArrayList<Instant>();
        var bucket = first;
        var now = from;
        for (int i = 0; i < count; i++) {
            now = bucket.next().isAfter(now) ? bucket.next() : now;
            bucket = bucket.taken(now);
            starts.add(now);
        }
        return starts;
    }
}
