package dev.waybill.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "0,       PT0S",
        "120,     PT2M",
        "007,     PT7S",
        "' 120 ', PT2M",
        "86400,   PT24H",
    })
    void secondsAreUnderstood(String value, Duration expected) {
        assertThat(RetryAfter.parse(value, NOW)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "'Fri, 01 May 2026 12:02:00 GMT', PT2M",
        "'Fri, 1 May 2026 12:02:00 GMT',  PT2M",
        "'Sat, 02 May 2026 12:00:00 GMT', PT24H",
    })
    void anHttpDateIsUnderstood(String value, Duration expected) {
        assertThat(RetryAfter.parse(value, NOW)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Fri, 01 May 2026 11:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT"})
    void aDateInThePastAsksForNothing(String value) {
        assertThat(RetryAfter.parse(value, NOW)).contains(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2592001",
                "9999999999",
                "99999999999",
                "99999999999999999999999999",
                "Fri, 31 Dec 9999 23:59:59 GMT",
            })
    void aHugeWishMeansAMonth(String value) {
        assertThat(RetryAfter.parse(value, NOW)).contains(Duration.ofDays(30));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-1",
                "+5",
                "1.5",
                "1e3",
                "soon",
                "5 seconds",
                "١٢",
                "2026-05-01T12:02:00Z",
                "Mon, 01 May 2026 12:02:00 GMT",
                "Fri, 32 May 2026 12:02:00 GMT",
            })
    void anythingElseIsAsIfItWereAbsent(String value) {
        assertThat(RetryAfter.parse(value, NOW)).isEmpty();
    }
}
