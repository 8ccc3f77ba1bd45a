package dev.waybill.feature.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpansTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 s",
        "PT0.2S, 0.2 s",
        "PT15S, 15 s",
        "PT1M, 1 min",
        "PT1M24S, 1 min 24 s",
        "PT1H30M, 1 h 30 min",
        "PT24H, 1 day",
        "PT72H, 3 days",
        "PT25H0.5S, 1 day 1 h 0.5 s"
    })
    void areSaidAsPeopleSayThem(Duration span, String words) {
        assertThat(Spans.words(span)).isEqualTo(words);
    }
}
