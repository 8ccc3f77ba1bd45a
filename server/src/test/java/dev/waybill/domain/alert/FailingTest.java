package dev.waybill.domain.alert;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailingTest {

    private static final Thresholds DEFAULTS = Thresholds.defaults(AlertRule.ENDPOINT_FAILING);
    private static final Duration WINDOW = Duration.ofHours(72);
    private static final UUID ENDPOINT = new UUID(0, 1);

    /// Minutes since the streak began.
    @ParameterizedTest
    @CsvSource({
        // lasts an hour, with a retry in its second half
        "60,   ,   30,  60",
        "200,  ,   30,  60",
        "60,   ,   60,  60",
        // not yet an hour
        "59,   ,   55,  ",
        // a success after 55 minutes
        "90,   55, 55,  ",
        "90,   60, 60,  60",
        // failed once, and nothing was sent since
        "600,  ,   5,   ",
        "600,  ,   29,  ",
    })
    void firesAfterAnHourOfFailures(
            int asOf, @Nullable Integer ended, int lastFailed, @Nullable Integer expected) {
        var streak = streak(lastFailed, ended);

        assertThat(Failing.firesAt(streak, at(asOf), DEFAULTS, List.of()).orElse(null))
                .isEqualTo(expected == null ? null : at(expected));
    }

    @Test
    void aChangedThresholdCounts() {
        var quick = DEFAULTS.with(Threshold.FIRST_MINUTES, 10);

        assertThat(Failing.firesAt(streak(10, null), at(10), quick, List.of())).contains(at(10));
        assertThat(Failing.firesAt(streak(5, null), at(9), quick, List.of())).isEmpty();
    }

    /// The hours after which something is lost, and the level.
    @ParameterizedTest
    @CsvSource({
        "1,   0, FIRST",
        "23,  0, FIRST",
        "24,  0, SECOND",
        "59,  0, SECOND",
        "60,  0, EXPIRING",
        "72,  0, EXPIRING",
        "72,  5, EXPIRING",
        "73,  0, EXPIRING",
        "73,  1, LOST",
        // lost early, by permanent answers: the summary comes after the window all the same
        "30,  9, SECOND",
    })
    void risesWithTime(int hours, long lost, Level expected) {
        var streak = streak(hours * 60, null);

        assertThat(Failing.level(streak, at(hours * 60), WINDOW, lost, DEFAULTS))
                .isEqualTo(expected);
    }

    @Test
    void aShortWindowHasAShortNotice() {
        var window = Duration.ofHours(6);

        assertThat(Failing.level(streak(260, null), at(269), window, 0, DEFAULTS))
                .isEqualTo(Level.FIRST);
        assertThat(Failing.level(streak(260, null), at(270), window, 0, DEFAULTS))
                .isEqualTo(Level.EXPIRING);
    }

    @Test
    void waitsWhileAnOutageStandsForIt() {
        var streak = streak(120, null);

        assertThat(fires(streak, new Outage(at(0), null))).isNull();
        assertThat(fires(streak, new Outage(at(-10), at(100)))).isEqualTo(at(100));
        // it began to fail before the outage, or the outage ended before the hour
        assertThat(fires(streak, new Outage(at(5), null))).isEqualTo(at(60));
        assertThat(fires(streak, new Outage(at(-10), at(60)))).isEqualTo(at(60));
        // it recovered before the outage was over
        assertThat(fires(streak(120, 120), new Outage(at(0), at(130)))).isNull();
    }

    private static @Nullable Instant fires(Streak streak, Outage outage) {
        return Failing.firesAt(streak, at(200), DEFAULTS, List.of(outage)).orElse(null);
    }

    @Test
    void aFlappingEndpointContinuesItsAlert() {
        assertThat(Failing.reopens(null, at(0))).isFalse();
        assertThat(Failing.reopens(at(0), at(359))).isTrue();
        assertThat(Failing.reopens(at(0), at(360))).isFalse();
    }

    @Test
    void aPreviewCountsAlertsAndNotStreaks() {
        var flapping =
                List.of(
                        between(0, 60),
                        between(70, 100),
                        between(130, 200),
                        between(300, 400),
                        between(1_000, 1_090));

        var preview = Preview.failing(Map.of(ENDPOINT, flapping), at(2_000), DEFAULTS, List.of());

        assertThat(preview.firings())
                .containsExactly(
                        new Preview.Firing(at(60), ENDPOINT),
                        new Preview.Firing(at(1_060), ENDPOINT));
    }

    private static Streak between(int from, int to) {
        return new Streak(at(from), at(to), at(to));
    }

    private static Streak streak(int lastFailed, @Nullable Integer ended) {
        return new Streak(NOON, at(lastFailed), ended == null ? null : at(ended));
    }

    private static Instant at(int minutes) {
        return NOON.plus(Duration.ofMinutes(minutes));
    }
}
