package dev.waybill.domain.alert;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
        var open = open(NOON.minusSeconds(3_600), NOON.minusSeconds(1_800));

        assertThat(text(Streak.after(open, spans(NOON, "--")))).isEqualTo("-60--30");
        assertThat(text(Streak.after(open, spans(NOON, "-f")))).isEqualTo("-60-10");
        assertThat(text(Streak.after(open, spans(NOON, "s")))).isEqualTo("-60--30/0");
    }

    @Test
    void isForgottenIfItEndsBeforeAnyThreshold() {
        var open = open(NOON, NOON.plusSeconds(300));

        assertThat(open.isKept()).isTrue();
        assertThat(open.endedAt(NOON.plusSeconds(599)).isKept()).isFalse();
        assertThat(open.endedAt(NOON.plusSeconds(600)).isKept()).isTrue();
    }

    @Test
    void countsWhatIsLostUntilItsEnd() {
        var spans =
                List.of(
                        span(0, 0, 1, 0, 72), // begins
                        span(5, 0, 0, 2, 72), // deliveries expire without an attempt
                        span(10, 0, 1, 3, 72),
                        span(15, 1, 1, 4, 72), // the success that ends it
                        span(20, 1, 0, 9, 72));

        assertThat(Streak.after(null, spans).getFirst().lost()).isEqualTo(9);
    }

    @Test
    void givesUpWithTheFirstOfItsDeliveries() {
        var spans = List.of(span(0, 0, 1, 0, 72), span(5, 0, 1, 0, 1), span(10, 0, 1, 0, 1));

        assertThat(Streak.after(null, spans).getFirst().giveUpAt())
                .isEqualTo(NOON.plusSeconds(65 * 60));
    }

    /// The spans of `f` and `-`, and when the streak had lasted an hour and failed in the second
    /// half of it. It is the same at each later time, so that a preview equals the evaluation.
    @ParameterizedTest
    @CsvSource({
        "ffffffffffffff,                      60",
        "f-----f-------,                      60",
        "f----f--------,                      60",
        "f---f---------,                      ",
        "f-----------f-,                      65",
        "f------------f,                      70",
        "ff-f----------------------ff---f---f, 135",
        "ff-f-f-f----f---f-----------------ff, 60",
    })
    void hasLastedWhenItFailedInTheSecondHalf(String letters, @Nullable Integer minutes) {
        var spans = spans(NOON, letters);
        var expected = minutes == null ? null : NOON.plusSeconds(minutes * 60L);
        @Nullable Instant first = null;
        @Nullable Streak streak = null;
        @Nullable Instant lasted = null;
        for (int i = 0; i < letters.length(); i++) {
            var asOf = NOON.plus(Span.LENGTH.multipliedBy(i + 1L));
            var now = spans.stream().filter(span -> span.end().equals(asOf)).toList();
            streak = Streak.after(streak, now).getLast();
            lasted = streak.hasLastedAt(Duration.ofHours(1));
            if (first == null && lasted != null && !asOf.isBefore(lasted)) {
                first = asOf;
            }
        }

        assertThat(lasted).isEqualTo(expected).isEqualTo(first);
    }

    private static Span span(int minute, long succeeded, long failed, long lost, int hours) {
        var since = NOON.plusSeconds(minute * 60L);
        return new Span(since, succeeded, failed, 0, lost, Duration.ofHours(hours));
    }

    private static Streak open(Instant since, Instant lastFailedAt) {
        return new Streak(since, lastFailedAt, null, since, 0, List.of());
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
