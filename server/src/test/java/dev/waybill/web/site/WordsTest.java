package dev.waybill.web.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WordsTest {

    @Test
    void partsAreNeverRoundedToAllOrNothing() {
        assertThat(Words.percent(0, 0)).isEqualTo("–");
        assertThat(Words.percent(5, 5)).isEqualTo("100 %");
        assertThat(Words.percent(999_999, 1_000_000)).isEqualTo("> 99.99 %");
        assertThat(Words.percent(1, 1_000_000)).isEqualTo("< 0.01 %");
        assertThat(Words.percent(1, 3)).isEqualTo("33.33 %");
    }

    @Test
    void spansUseTheUnitThatFits() {
        assertThat(Words.span(Duration.ofSeconds(59))).isEqualTo("59 s");
        assertThat(Words.span(Duration.ofSeconds(90))).isEqualTo("1 min 30 s");
        assertThat(Words.span(Duration.ofMinutes(12).plusSeconds(5))).isEqualTo("12 min");
        assertThat(Words.span(Duration.ofMinutes(90))).isEqualTo("1 h 30 min");
        assertThat(Words.span(Duration.ofHours(25))).isEqualTo("1 d 1 h");
        assertThat(Words.millis(480)).isEqualTo("480 ms");
        assertThat(Words.millis(1_540)).isEqualTo("1.5 s");
    }

    @Test
    void timesAreToldFromNow() {
        var now = Instant.parse("2026-04-28T14:00:00Z");
        assertThat(Words.relative(now, now)).isEqualTo("now");
        assertThat(Words.relative(now.minusSeconds(5), now)).isEqualTo("5 s ago");
        assertThat(Words.relative(now.plusSeconds(300), now)).isEqualTo("in 5 min");
        assertThat(Words.absolute(now)).isEqualTo("28 Apr 2026, 14:00:00 UTC");
        assertThat(Words.capped(10_001, 10_000)).isEqualTo("10,000+");
    }
}
