package dev.waybill.web.site.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Lines on a field of 100 by 100 with one scale. A missing value is a gap.
public record Curve(List<Line> lines, double max) {

    /// A line as the path of an SVG.
    public record Line(String path, String tone) {}

    /// One series: a value for each place, from the left; NaN for a missing one.
    public record Series(String tone, List<Double> values) {

        public Series {
            values = List.copyOf(values);
        }
    }

    public Curve {
        lines = List.copyOf(lines);
    }

    /// Whether the series has no value.
    public boolean isEmpty() {
        return lines.stream().allMatch(line -> line.path.isEmpty());
    }

    public static Curve of(List<Series> series) {
        double max =
                series.stream()
                        .flatMap(one -> one.values.stream())
                        .filter(value -> !value.isNaN())
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElse(1);
        return upTo(Scale.roundUp(Math.max(1, (long) Math.ceil(max))), series);
    }

    /// Lines with a given scale.
    public static Curve upTo(long top, List<Series> series) {
        var lines = new ArrayList<Line>();
        for (var one : series) {
            lines.add(new Line(path(one.values, (double) top), one.tone));
        }
        return new Curve(lines, (double) top);
    }

    private static String path(List<Double> values, double top) {
        var path = new StringBuilder();
        double place = values.isEmpty() ? 100 : 100.0 / values.size();
        boolean drawing = false;
        for (int i = 0; i < values.size(); i++) {
            double value = values.get(i);
            if (Double.isNaN(value)) {
                drawing = false;
                continue;
            }
            double y = 100 - 100 * value / top;
            if (!drawing) {
                // A value between two gaps is a short stroke; otherwise it would be invisible.
                path.append(point('M', (i + 0.35) * place, y));
            }
            path.append(point('L', (i + 0.65) * place, y));
            drawing = true;
        }
        return path.toString();
    }

    private static String point(char command, double x, double y) {
        return String.format(Locale.ROOT, "%c%.2f %.2f", command, x, y);
    }
}
