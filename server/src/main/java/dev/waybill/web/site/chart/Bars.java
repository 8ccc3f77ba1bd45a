package dev.waybill.web.site.chart;

import java.util.ArrayList;
import java.util.List;

/// Stacked bars on a field of 100 by 100, which is stretched to its place: a template draws them
/// and adds the texts around them.
public record Bars(List<Bar> bars, long max) {

    /// One piece of a bar.
    ///
    /// @param tone which of the series it belongs to
    public record Bar(double x, double y, double width, double height, String tone) {}

    /// One series: a value for each bar, from the left.
    public record Series(String tone, List<Long> values) {

        public Series {
            values = List.copyOf(values);
        }
    }

    /// The share of a bar's place that stays free.
    private static final double GAP = 0.22;

    /// Lower bars would be invisible.
    private static final double HEIGHT_MIN = 1.2;

    public Bars {
        bars = List.copyOf(bars);
    }

    public boolean isEmpty() {
        return bars.isEmpty();
    }

    /// The first series at the bottom. All have the same number of values.
    public static Bars of(List<Series> series) {
        int count = series.getFirst().values.size();
        long max = 1;
        for (int i = 0; i < count; i++) {
            max = Math.max(max, total(series, i));
        }
        long top = Scale.roundUp(max);
        var bars = new ArrayList<Bar>();
        double place = count == 0 ? 100 : 100.0 / count;
        for (int i = 0; i < count; i++) {
            double bottom = 100;
            for (var one : series) {
                long value = one.values.get(i);
                if (value > 0) {
                    double height = Math.max(100.0 * value / top, HEIGHT_MIN);
                    bottom -= height;
                    bars.add(
                            new Bar(
                                    (i + GAP / 2) * place,
                                    Math.max(bottom, 0),
                                    (1 - GAP) * place,
                                    height,
                                    one.tone));
                }
            }
        }
        return new Bars(bars, top);
    }

    private static long total(List<Series> series, int at) {
        return series.stream().mapToLong(one -> one.values.get(at)).sum();
    }
}
