package dev.waybill.engine.deliver.client;

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
        "'Fri, 01 May 2026 12:00:60 GMT', PT1M",
        "'Friday, 01-May-26 12:02:00 GMT', PT2M",
        "'Saturday, 02-May-26 12:00:00 GMT', PT24H",
        "'Fri May  1 12:02:00 2026',      PT2M",
        "'Sun May 10 12:00:00 2026',      PT216H",
    })
    void anHttpDateIsUnderstood(String value, Duration expected) {
        assertThat(RetryAfter.parse(value, NOW)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Fri, 01 May 2026 11:00:00 GMT",
                "Thu, 01 Jan 1970 00:00:00 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994",
            })
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
                "Fri Dec 31 23:59:59 9999",
                "Friday, 01-May-76 12:00:00 GMT",
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
                "Fri, 01 May 2026 12:02:00 +0200",
                "Fri, 01 May 2026 12:02:00 UTC",
                "Fri, 01 May 2026 12:02:61 GMT",
                "Fri, 01 May 2026 24:00:00 GMT",
                "fri, 01 may 2026 12:02:00 gmt",
                "Fri, 01 May 2026 12:02:00 GMT, 120",
                "Fri, 01-May-26 12:02:00 GMT",
                "Friday, 1-May-26 12:02:00 GMT",
                "Friday, 01-May-2026 12:02:00 GMT",
                "Monday, 01-May-26 12:02:00 GMT",
                "Fri May 1 12:02:00 2026",
                "Fri May  1 12:02:00 2026 GMT",
                "Friday May  1 12:02:00 2026",
            })
    void anythingElseIsAsIfItWereAbsent(String value) {
        assertThat(RetryAfter.parse(value, NOW)).isEmpty();
    }
}
