package dev.waybill.domain.event;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.IdKind;
import dev.waybill.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IdsTest {

    private final ManualClock clock = new ManualClock();
    private final Ids ids = new Ids(clock, new SplittableRandom(7));

    @Test
    void anIdIsAUuidOfVersionSeven() {
        var id = ids.next();

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(Ids.isVersion7(id)).isTrue();
        assertThat(Ids.isVersion7(UUID.fromString("9b2e3c1a-7a55-4d7e-8a5c-2f7c2a7a0c11")))
                .isFalse();
    }

    @Test
    void anIdTellsWhenItWasMade() {
        clock.set(NOON.plusNanos(123_456_789));

        assertThat(Ids.timeOf(ids.next())).isEqualTo(NOON.plusMillis(123));
    }

    @Test
    void aPlaceIsBehindAnIdAndBeforeTheNext() {
        var id = ids.next();

        assertThat(text(Ids.placeOf(id))).isGreaterThan(text(id)).isLessThan(text(ids.next()));
        assertThat(Ids.isVersion7(Ids.placeOf(id))).isTrue();
    }

    @Test
    void idsAscendWithinAMillisecond() {
        var last = ids.next();
        // More than the counter's 4,096: it runs over into the next millisecond.
        for (int i = 0; i < 10_000; i++) {
            var next = ids.next();

            assertThat(text(next)).isGreaterThan(text(last));
            last = next;
        }
        assertThat(Ids.timeOf(last)).isBetween(NOON, NOON.plusMillis(3));
    }

    @Test
    void idsAscendWhenTheClockStepsBack() {
        var before = ids.next();

        clock.advance(Duration.ofSeconds(-59));

        assertThat(text(ids.next())).isGreaterThan(text(before));
    }

    @Test
    void aClockThatWasFarAheadForAMomentIsNotFollowedForEver() {
        clock.advance(Duration.ofDays(365));
        ids.next();

        clock.set(NOON);

        assertThat(Ids.timeOf(ids.next())).isEqualTo(NOON);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("dev.waybill.testing.Seeds#many")
    void idsAscendWhateverTheClockDoes(long seed) {
        var random = new SplittableRandom(seed);
        var last = ids.next();
        for (int i = 0; i < 100; i++) {
            clock.advance(Duration.ofMillis(random.nextLong(-50, 100)));
            var next = ids.next();

            assertThat(text(next)).isGreaterThan(text(last));
            last = next;
        }
    }

    @Test
    void threadsNeverMakeTheSameId() {
        var made = ConcurrentHashMap.<UUID>newKeySet();

        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int thread = 0; thread < 4; thread++) {
                threads.execute(() -> {
                    for (int i = 0; i < 5_000; i++) {
                        made.add(ids.next());
                    }
                });
            }
        }

        assertThat(made).hasSize(20_000);
    }

    @Test
    void theLowestIdOfAMillisecondIsBelowEveryIdMadeInIt() {
        clock.set(NOON);

        assertThat(text(Ids.lowestAt(NOON))).isLessThanOrEqualTo(text(ids.next()));
        assertThat(text(Ids.lowestAt(NOON.plusMillis(1)))).isGreaterThan(text(ids.next()));
        assertThat(Ids.timeOf(Ids.lowestAt(NOON))).isEqualTo(NOON);
        assertThat(Ids.isVersion7(Ids.lowestAt(NOON))).isTrue();
    }

    @Test
    void theLowestIdBeforeTheEpochIsTheLowestOfAll() {
        assertThat(Ids.lowestAt(Instant.parse("1969-12-31T23:59:59Z")))
                .isEqualTo(Ids.lowestAt(Instant.EPOCH));
    }

    private static String text(UUID id) {
        return IdKind.EVENT.format(id);
    }
}
