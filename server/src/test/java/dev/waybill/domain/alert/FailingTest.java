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

    /// The hours of failure, the deliveries that were lost, and the level.
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
        // 4xx answers are not retried for long: nothing is left to wait for
        "1,   9, EXPIRING",
        "30,  9, EXPIRING",
    })
    void risesWithTime(int hours, long lost, Level expected) {
        var streak = streak(hours * 60, null, WINDOW, lost);

        assertThat(Failing.level(streak, at(hours * 60), DEFAULTS)).isEqualTo(expected);
    }

    @Test
    void aShortWindowHasAShortNotice() {
        var streak = streak(260, null, Duration.ofHours(6), 0);

        assertThat(Failing.level(streak, at(269), DEFAULTS)).isEqualTo(Level.FIRST);
        assertThat(Failing.level(streak, at(270), DEFAULTS)).isEqualTo(Level.EXPIRING);
    }

    @Test
    void waitsWhileAnOutageStandsForIt() {
        var streak = streak(120, null);

        assertThat(fires(streak, outage(0, null))).isNull();
        assertThat(fires(streak, outage(-10, 100))).isEqualTo(at(100));
        // it began to fail before the outage, or the outage ended before the hour
        assertThat(fires(streak, outage(5, null))).isEqualTo(at(60));
        assertThat(fires(streak, outage(-10, 60))).isEqualTo(at(60));
        // it recovered before the outage was over
        assertThat(fires(streak(120, 120), outage(0, 130))).isNull();
    }

    /// Minutes from the beginning of an outage that lasts to that of the streak.
    @ParameterizedTest
    @CsvSource({"0, ", "15, ", "60, ", "61, 60", "2880, 60"})
    void anOutageStandsForThoseThatBeganWithIt(int later, @Nullable Integer expected) {
        var fires = fires(streak(120, null), outage(-later, null));

        assertThat(fires).isEqualTo(expected == null ? null : at(expected));
    }

    @Test
    void anOutageExplainsNoMoreThanANight() {
        var outages = List.of(outage(0, null));
        var streak = streak(720, null);

        assertThat(Failing.firesAt(streak, at(719), DEFAULTS, outages)).isEmpty();
        assertThat(Failing.firesAt(streak, at(720), DEFAULTS, outages)).contains(at(720));
    }

    @Test
    void anOutageHidesNoLoss() {
        var outages = List.of(outage(0, null));
        var streak = streak(300, null, Duration.ofHours(6), 0);

        assertThat(Failing.firesAt(streak, at(269), DEFAULTS, outages)).isEmpty();
        assertThat(Failing.firesAt(streak, at(270), DEFAULTS, outages)).contains(at(270));
    }

    @Test
    void anOutageOfAHostConcernsItsEndpoints() {
        var all = List.of(new Outage(at(0), null, "one.example"), outage(0, null));

        assertThat(Outage.of("one.example", all)).isEqualTo(all);
        assertThat(Outage.of("two.example", all)).containsExactly(all.getLast());
        assertThat(Outage.of(null, all)).containsExactly(all.getLast());
    }

    private static Outage outage(int since, @Nullable Integer until) {
        return new Outage(at(since), until == null ? null : at(until), null);
    }

    private static @Nullable Instant fires(Streak streak, Outage outage) {
        return Failing.firesAt(streak, at(200), DEFAULTS, List.of(outage)).orElse(null);
    }

    @Test
    void aPreviewCountsAlertsAndNotStreaks() {
        var flapping =
                List.of(
                        between(0, 60),
                        between(70, 100),
                        between(130, 200),
                        between(300, 400),
                        between(1_200, 1_290));

        var preview =
                Preview.failing(Map.of(ENDPOINT, flapping), at(2_000), DEFAULTS, _ -> List.of());

        assertThat(preview.firings())
                .containsExactly(
                        new Preview.Firing(at(60), ENDPOINT),
                        new Preview.Firing(at(1_260), ENDPOINT));
        assertThat(preview.since(at(61)).firings()).hasSize(1);
    }

    private static Streak between(int from, int to) {
        return new Streak(at(from), at(to), at(to), at(from).plus(WINDOW), 0, List.of());
    }

    private static Streak streak(int lastFailed, @Nullable Integer ended) {
        return streak(lastFailed, ended, WINDOW, 0);
    }

    private static Streak streak(
            int lastFailed, @Nullable Integer ended, Duration window, long lost) {
        return new Streak(
                NOON,
                at(lastFailed),
                ended == null ? null : at(ended),
                NOON.plus(window),
                lost,
                List.of());
    }

    private static Instant at(int minutes) {
        return NOON.plus(Duration.ofMinutes(minutes));
    }
}
