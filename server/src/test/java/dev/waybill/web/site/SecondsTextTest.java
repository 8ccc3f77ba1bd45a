package dev.waybill.web.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecondsTextTest {

    @ParameterizedTest
    @CsvSource({"90, 90", "90s, 90", "15m, 900", "2h, 7200", "3D, 259200", "0.5m, 30.0"})
    void understandsWhatPeopleType(String typed, String seconds) {
        assertThat(SecondsText.parse(typed)).contains(new BigDecimal(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m", "-1", "1 h", "1w", "1e9", "1.2345", "9999999999"})
    void takesNothingElse(String typed) {
        assertThat(SecondsText.parse(typed)).isEmpty();
    }

    @Test
    void writesTheLargestWholeUnit() {
        assertThat(SecondsText.format(Duration.ofDays(2))).isEqualTo("2d");
        assertThat(SecondsText.format(Duration.ofHours(25))).isEqualTo("25h");
        assertThat(SecondsText.format(Duration.ofSeconds(90))).isEqualTo("90s");
        assertThat(SecondsText.format(Duration.ofMillis(10))).isEqualTo("0.01s");
        assertThat(SecondsText.format(Duration.ZERO)).isEqualTo("0s");
    }
}
