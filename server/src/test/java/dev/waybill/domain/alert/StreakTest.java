package dev.waybill.domain.alert;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreakTest {

    /// One letter for each span: f only failures, s only successes, m both, - no attempts.
    @ParameterizedTest
    @CsvSource({
        "'',       ''",
        "sss,      ''",
        "---,      ''",
        "fff,      0-15",
        "sff,      5-15",
        "s--f,     15-20",
        "f--f,     0-20",
        "ffs,      0-10/10",
        "ffm,      0-10/10",
        "ff--s,    0-10/20",
        "mff,      5-15",
        "ffsf,     0-10/10 15-20",
        "fsfsf,    0-5/5 10-15/15 20-25",
    })
    void beginsWithTheFirstFailureAndEndsWithASuccess(String spans, String expected) {
        assertThat(text(Streak.after(null, spans(NOON, spans)))).isEqualTo(expected);
    }

    @Test
    void continuesAnEarlierStreak() {
        var open = new Streak(NOON.minusSeconds(3_600), NOON.minusSeconds(1_800), null);

        assertThat(text(Streak.after(open, spans(NOON, "--")))).isEqualTo("-60--30");
        assertThat(text(Streak.after(open, spans(NOON, "-f")))).isEqualTo("-60-10");
        assertThat(text(Streak.after(open, spans(NOON, "s")))).isEqualTo("-60--30/0");
    }

    @Test
    void isForgottenIfItEndsBeforeAnyThreshold() {
        var open = new Streak(NOON, NOON.plusSeconds(300), null);

        assertThat(open.isKept()).isTrue();
        assertThat(open.endedAt(NOON.plusSeconds(599)).isKept()).isFalse();
        assertThat(open.endedAt(NOON.plusSeconds(600)).isKept()).isTrue();
    }

    static List<Span> spans(Instant from, String letters) {
        var spans = new ArrayList<Span>();
        for (int i = 0; i < letters.length(); i++) {
            var since = from.plus(Span.LENGTH.multipliedBy(i));
            switch (letters.charAt(i)) {
                case 'f' -> spans.add(new Span(since, 0, 3, 0));
                case 's' -> spans.add(new Span(since, 3, 0, 0));
                case 'm' -> spans.add(new Span(since, 1, 1, 0));
                default -> {}
            }
        }
        return spans;
    }

    private static String text(List<Streak> streaks) {
        return String.join(" ", streaks.stream().map(StreakTest::text).toList());
    }

    private static String text(Streak streak) {
        var end = streak.endedAt();
        return minutes(streak.since())
                + "-"
                + minutes(streak.lastFailedAt())
                + (end == null ? "" : "/" + minutes(end));
    }

    private static long minutes(@Nullable Instant time) {
        return time == null ? -1 : NOON.until(time).toMinutes();
    }
}
