package dev.waybill.web.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FormatTest {

    @Test
    void partsAreNeverRoundedToAllOrNothing() {
        assertThat(Format.percent(0, 0)).isEqualTo("–");
        assertThat(Format.percent(5, 5)).isEqualTo("100 %");
        assertThat(Format.percent(999_999, 1_000_000)).isEqualTo("> 99.99 %");
        assertThat(Format.percent(1, 1_000_000)).isEqualTo("< 0.01 %");
        assertThat(Format.percent(1, 3)).isEqualTo("33.33 %");
    }

    @Test
    void spansUseTheUnitThatFits() {
        assertThat(Format.span(Duration.ofSeconds(59))).isEqualTo("59 s");
        assertThat(Format.span(Duration.ofSeconds(90))).isEqualTo("1 min 30 s");
        assertThat(Format.span(Duration.ofMinutes(12).plusSeconds(5))).isEqualTo("12 min");
        assertThat(Format.span(Duration.ofMinutes(90))).isEqualTo("1 h 30 min");
        assertThat(Format.span(Duration.ofHours(25))).isEqualTo("1 d 1 h");
        assertThat(Format.millis(480)).isEqualTo("480 ms");
        assertThat(Format.millis(1_540)).isEqualTo("1.5 s");
    }

    @Test
    void timesAreToldFromNow() {
        var now = Instant.parse("2026-04-28T14:00:00Z");
        assertThat(Format.relative(now, now)).isEqualTo("now");
        assertThat(Format.relative(now.minusSeconds(5), now)).isEqualTo("5 s ago");
        assertThat(Format.relative(now.plusSeconds(300), now)).isEqualTo("in 5 min");
        assertThat(Format.absolute(now)).isEqualTo("28 Apr 2026, 14:00:00 UTC");
        assertThat(Format.capped(10_001, 10_000)).isEqualTo("10,000+");
    }
}
