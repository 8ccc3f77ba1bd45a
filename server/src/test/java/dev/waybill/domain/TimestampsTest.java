package dev.waybill.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {

    @ParameterizedTest
    @CsvSource({
        "2026-05-01T12:00:00Z,              2026-05-01T12:00:00Z",
        "2026-05-01T12:00:00z,              2026-05-01T12:00:00Z",
        "2026-05-01T14:00:00+02:00,         2026-05-01T12:00:00Z",
        "2026-05-01T06:30:00-05:30,         2026-05-01T12:00:00Z",
        "2026-05-01T12:00:00.5Z,            2026-05-01T12:00:00.500Z",
        "2026-05-01T12:00:00.123456789Z,    2026-05-01T12:00:00.123Z",
        "1970-01-01T00:00:00Z,              1970-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999Z,          9999-12-31T23:59:59.999Z",
    })
    void anyOffsetIsUnderstoodToTheMillisecond(String text, Instant expected) {
        assertThat(Timestamps.parse(text)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026-05-01T12:00:00",
                "2026-05-01",
                "2026-05-01 12:00:00Z",
                "2026-05-01T12:00:00 Z",
                "2026-02-30T12:00:00Z",
                "2026-05-01T24:00:00Z",
                "2026-05-01T12:00:00[Europe/Berlin]",
                "1745254800",
                "tomorrow",
            })
    void whatNamesNoInstantIsRefused(String text) {
        assertThat(Timestamps.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10000-01-01T00:00:00Z",
                "+10000-01-01T00:00:00Z",
                "9999-12-31T23:59:59-00:01",
                "1969-12-31T23:59:59.999Z",
                "-0001-01-01T00:00:00Z",
                "+999999999-12-31T23:59:59Z",
            })
    void aYearThatRfc3339CannotNameIsRefused(String text) {
        assertThat(Timestamps.parse(text)).isEmpty();
    }

    @Test
    void timesAreWrittenInUtcWithMilliseconds() {
        assertThat(Timestamps.format(Instant.parse("2026-05-01T12:00:00Z")))
                .isEqualTo("2026-05-01T12:00:00.000Z");
        assertThat(Timestamps.format(Instant.parse("2026-05-01T12:00:00.123999Z")))
                .isEqualTo("2026-05-01T12:00:00.123Z");
    }
}
