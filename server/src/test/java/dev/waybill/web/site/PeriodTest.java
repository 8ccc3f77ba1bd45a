package dev.waybill.web.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.stats.Grain;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeriodTest {

    private static final Instant NOW = Instant.parse("2026-11-16T12:34:56Z");
    private static final Link LIST = Link.to("/ui/deliveries");

    private static Period of(String... query) {
        return Period.of(Address.at(NOW, query));
    }

    @Test
    void whatIsRelativeStaysRelative() {
        var week = of("range", "7d");

        assertThat(week.since()).isEqualTo(NOW.minus(Duration.ofDays(7)));
        assertThat(week.inSums(NOW)).isEqualTo(week);
        assertThat(week.in(LIST.with("since", "x"))).hasToString("/ui/deliveries?range=7d");
        assertThat(week.words()).isEqualTo("the last 7 d");
    }

    @Test
    void whatIsNamedIsInTheAddressAndComesBack() {
        var day = of("since", "2026-11-14T08:00", "until", "2026-11-15T08:00:30");

        assertThat(day.since()).isEqualTo(Instant.parse("2026-11-14T08:00:00Z"));
        assertThat(day.until()).isEqualTo(Instant.parse("2026-11-15T08:00:30Z"));
        assertThat(of("since", day.sinceField(), "until", day.untilField())).isEqualTo(day);
        assertThat(day.in(LIST).query())
                .isEqualTo(Map.of("since", "2026-11-14T08:00", "until", "2026-11-15T08:00:30"));
    }

    @Test
    void oneEndIsEnoughAndTheirOrderDoesNotMatter() {
        assertThat(of("since", "2026-11-16").until()).isEqualTo(NOW.plusSeconds(1));
        assertThat(of("until", "2026-11-16").since())
                .isEqualTo(Instant.parse("2026-11-15T00:00:00Z"));
        assertThat(of("since", "2026-11-16", "until", "2026-11-14"))
                .isEqualTo(of("since", "2026-11-14", "until", "2026-11-16"));
    }

    @Test
    void whatIsNoTimeIsNotHeard() {
        for (var text :
                new String[] {"yesterday", "2026-13-01", "1969-12-31", "+12026-01-01T00:00"}) {
            assertThat(of("since", text).range()).as(text).isEqualTo(TimeRange.DAY);
        }
    }

    @Test
    void sumsAreAskedForInWholeOnes() {
        var lately = of("since", "2026-11-16T11:02", "until", "2026-11-16T12:07").inSums(NOW);
        assertThat(lately.since()).isEqualTo(Instant.parse("2026-11-16T11:00:00Z"));
        assertThat(lately.until()).isEqualTo(Instant.parse("2026-11-16T12:10:00Z"));

        var days = of("since", "2026-11-14T08:20", "until", "2026-11-15T08:20").inSums(NOW);
        assertThat(days.since()).isEqualTo(Instant.parse("2026-11-14T08:00:00Z"));
        assertThat(days.until()).isEqualTo(Instant.parse("2026-11-15T09:00:00Z"));

        var longAgo = of("since", "2026-10-01T08:20", "until", "2026-10-01T09:20").inSums(NOW);
        assertThat(longAgo.since()).isEqualTo(Instant.parse("2026-10-01T00:00:00Z"));
        assertThat(longAgo.until()).isEqualTo(Instant.parse("2026-10-02T00:00:00Z"));
    }

    /// Else every other bar would be empty, and those between them twice as high.
    @Test
    void noBarIsFinerThanTheSumsThatItIsMadeOf() {
        for (var range : TimeRange.values()) {
            assertThat(range.step())
                    .as(range.title())
                    .isGreaterThanOrEqualTo(Grain.of(range.since(NOW), NOW));
        }
    }

    @Test
    void aChartHasAsManyBarsAsCanBeToldApart() {
        assertThat(of("since", "2026-11-16T10:00", "until", "2026-11-16T12:00").step(NOW))
                .isEqualTo(Duration.ofMinutes(5));
        assertThat(of("since", "2026-11-14", "until", "2026-11-16").step(NOW))
                .isEqualTo(Duration.ofHours(1));
        assertThat(of("since", "2026-10-01", "until", "2026-10-02").step(NOW))
                .isEqualTo(Duration.ofDays(1));
        assertThat(of("since", "1970-01-02", "until", "2026-11-16").step(NOW))
                .isGreaterThan(Duration.ofDays(200));
    }
}
