package dev.waybill.web.site.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChartsTest {

    @Test
    void barsStandOnEachOther() {
        var bars =
                Bars.of(
                        List.of(
                                new Bars.Series("good", List.of(4L, 0L)),
                                new Bars.Series("bad", List.of(4L, 5L))));

        assertThat(bars.max()).isEqualTo(10);
        assertThat(bars.bars()).extracting(Bars.Bar::tone).containsExactly("good", "bad", "bad");
        assertThat(bars.bars().get(0).y()).isCloseTo(60, within(1e-9));
        assertThat(bars.bars().get(1).y()).isCloseTo(20, within(1e-9));
        assertThat(bars.bars().get(1).x()).isEqualTo(bars.bars().get(0).x());
        assertThat(bars.bars().get(2).x()).isGreaterThan(50);
    }

    @Test
    void whatIsThereCanBeSeen() {
        var bars = Bars.of(List.of(new Bars.Series("bad", List.of(1L, 1_000_000L))));

        assertThat(bars.bars().getFirst().height()).isGreaterThan(1);
        assertThat(bars.bars()).allSatisfy(bar -> assertThat(bar.y()).isNotNegative());
    }

    @Test
    void nothingIsAnEmptyField() {
        assertThat(Bars.of(List.of(new Bars.Series("bad", List.of()))).bars()).isEmpty();
        assertThat(Bars.of(List.of(new Bars.Series("bad", List.of(0L, 0L)))).bars()).isEmpty();
    }

    @Test
    void aLineHasGapsWhereNothingIsKnown() {
        var curve = Curve.of(List.of(new Curve.Series("p95", List.of(10.0, Double.NaN, 5.0, 5.0))));

        assertThat(curve.max()).isEqualTo(10);
        assertThat(curve.lines().getFirst().path().chars().filter(c -> c == 'M')).hasSize(2);
    }

    @Test
    void axesEndAtRoundNumbers() {
        assertThat(Scale.roundUp(1)).isEqualTo(1);
        assertThat(Scale.roundUp(3)).isEqualTo(4);
        assertThat(Scale.roundUp(11)).isEqualTo(20);
        assertThat(Scale.roundUp(100)).isEqualTo(100);
        assertThat(Scale.roundUp(612)).isEqualTo(1_000);
    }
}
