package dev.waybill.engine.deliver.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDateTest {

    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    /// The example of RFC 9110 in its three forms.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 06 Nov 1994 08:49:37 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994",
            })
    void theFormsSayTheSame(String text) {
        assertThat(HttpDate.parse(text, NOW)).contains(Instant.parse("1994-11-06T08:49:37Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "'Friday, 01-May-26 12:00:00 GMT',   2026-05-01T12:00:00Z",
        "'Thursday, 31-Dec-70 00:00:00 GMT', ",
        "'Wednesday, 31-Dec-70 00:00:00 GMT', 2070-12-31T00:00:00Z",
        "'Friday, 01-May-76 12:00:00 GMT',   2076-05-01T12:00:00Z",
        "'Saturday, 01-May-76 12:00:01 GMT', 1976-05-01T12:00:01Z",
        "'Friday, 31-Dec-76 00:00:00 GMT',   1976-12-31T00:00:00Z",
        "'Saturday, 01-Jan-00 00:00:00 GMT', 2000-01-01T00:00:00Z",
        "'Friday, 31-Dec-99 23:59:59 GMT',   1999-12-31T23:59:59Z",
    })
    void aTwoDigitYearIsAtMostFiftyYearsAhead(String text, Instant expected) {
        assertThat(HttpDate.parse(text, NOW).orElse(null)).isEqualTo(expected);
    }

    @Test
    void beforeTheTurnOfACenturyTheNextOneIsMeant() {
        var now = Instant.parse("2099-12-31T23:59:00Z");

        assertThat(HttpDate.parse("Friday, 01-Jan-00 00:00:30 GMT", now))
                .contains(Instant.parse("2100-01-01T00:00:30Z"));
    }

    @Test
    void aLeapSecondIsTheOneAfterTheFiftyNinth() {
        assertThat(HttpDate.parse("Sat, 31 Dec 2016 23:59:60 GMT", NOW))
                .contains(Instant.parse("2017-01-01T00:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 29 Feb 2026 00:00:00 GMT",
                "Sat, 31 Apr 2026 00:00:00 GMT",
                "Fri, 00 May 2026 00:00:00 GMT",
                "Fri, 01 Mai 2026 00:00:00 GMT",
                "Fri, 01 May 02026 00:00:00 GMT",
                "Fri,  01 May 2026 00:00:00 GMT",
            })
    void whatIsNoDateIsNone(String text) {
        assertThat(HttpDate.parse(text, NOW)).isEmpty();
    }
}
