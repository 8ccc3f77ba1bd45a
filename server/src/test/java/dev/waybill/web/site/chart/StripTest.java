package dev.waybill.web.site.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.web.site.chart.Strip.Kind;
import dev.waybill.web.site.chart.Strip.Mark;
import dev.waybill.web.site.chart.Strip.Moment;
import dev.waybill.web.site.chart.Strip.Wait;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StripTest {

    private static final Instant NOON = Instant.parse("2026-04-28T12:00:00Z");

    @Test
    void waitsAreAsLongAsTheyTook() {
        var strip = Strip.of(List.of(at(0), at(100), at(400)), NOON.plusSeconds(500));

        assertThat(strip.marks()).extracting(Mark::x).containsExactly(26.0, 204.0, 694.0);
        assertThat(strip.waits()).extracting(Wait::words).containsExactly("1 min 40 s", "5 min");
        assertThat(strip.waits()).noneMatch(Wait::ahead);
    }

    @Test
    void whatIsShortIsStillSeen() {
        var strip = Strip.of(List.of(at(0), at(1), at(100_000)), NOON);

        assertThat(strip.marks().get(1).x() - strip.marks().getFirst().x()).isGreaterThan(20);
        assertThat(strip.waits().getFirst().words()).isEmpty();
    }

    @Test
    void whatIsToComeIsDrawnOtherwise() {
        var strip = Strip.of(List.of(at(0), at(10), at(60)), NOON.plusSeconds(10));

        assertThat(strip.waits()).extracting(Wait::ahead).containsExactly(false, true);
    }

    @Test
    void oneMomentAloneIsAStrip() {
        var strip = Strip.of(List.of(at(0)), NOON);

        assertThat(strip.marks()).hasSize(1);
        assertThat(strip.waits()).isEmpty();
    }

    /// Any life, in any order: marks stand in order, apart from each other and within the field.
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("dev.waybill.testing.Seeds#many")
    void marksNeverTouchNorLeaveTheField(long seed) {
        var random = new SplittableRandom(seed);
        var moments = new ArrayList<Moment>();
        int count = random.nextInt(1, 60);
        for (int i = 0; i < count; i++) {
            moments.add(at(random.nextLong(0, 1L << random.nextInt(1, 22))));
        }

        var xs = Strip.of(moments, NOON).marks().stream().map(Mark::x).toList();

        assertThat(xs).isSorted().allMatch(x -> x >= 20 && x <= Strip.WIDTH - 20);
        for (int i = 1; i < xs.size(); i++) {
            assertThat(xs.get(i) - xs.get(i - 1)).isGreaterThan(18);
        }
    }

    private static Moment at(long seconds) {
        return new Moment(NOON.plusSeconds(seconds), Kind.FAILED, "x");
    }
}
