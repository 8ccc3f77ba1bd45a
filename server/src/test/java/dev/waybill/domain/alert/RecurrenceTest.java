package dev.waybill.domain.alert;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.alert.Recurrence.Episode;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecurrenceTest {

    @Test
    void anAlertOfAProblemThatCameBackWaitsLonger() {
        assertThat(Recurrence.resolvesAt(at(0), false)).isEqualTo(at(15));
        assertThat(Recurrence.resolvesAt(at(0), true)).isEqualTo(at(360));
    }

    @Test
    void aProblemThatIsBackSoonContinuesItsAlert() {
        assertThat(Recurrence.reopens(null, at(0))).isFalse();
        assertThat(Recurrence.reopens(at(0), at(359))).isTrue();
        assertThat(Recurrence.reopens(at(0), at(360))).isFalse();
    }

    /// Episodes as minutes `since-fires-ended`, where `x` is never, and when new alerts fire.
    @ParameterizedTest
    @CsvSource({
        "0-60-100, 60",
        "0-60-x, 60",
        "0-x-30, ''",
        // back before the alert has resolved, and after that
        "0-60-100 114-174-200, 60",
        "0-60-100 115-175-200, 60",
        "0-60-100 414-474-500, 60",
        "0-60-100 415-475-500, 60 475",
        // short failures keep it, and do not begin one
        "0-60-100 110-x-130 144-204-x, 60",
        "0-x-30 40-100-x, 100",
        // after it came back, it waits for six hours without the problem, and continues for six
        "0-60-100 200-260-300 659-719-800, 60",
        "0-60-100 200-260-300 1_000-1_019-1_100, 60",
        "0-60-100 200-260-300 1_000-1_020-1_100, 60 1020",
        "0-60-100 200-x-230, 60",
    })
    void onlyANewProblemIsANewAlert(String episodes, String expected) {
        var all = Arrays.stream(episodes.split(" ")).map(RecurrenceTest::episode).toList();

        var firings = Recurrence.firings(all).stream().map(NOON::until).map(Duration::toMinutes);

        assertThat(String.join(" ", firings.map(String::valueOf).toList())).isEqualTo(expected);
    }

    private static Episode episode(String text) {
        var times = text.replace("_", "").split("-", 3);
        var since = time(times[0]);
        return new Episode(since == null ? NOON : since, time(times[1]), time(times[2]));
    }

    private static @Nullable Instant time(String minutes) {
        return minutes.equals("x") ? null : at(Integer.parseInt(minutes));
    }

    private static Instant at(int minutes) {
        return NOON.plus(Duration.ofMinutes(minutes));
    }
}
