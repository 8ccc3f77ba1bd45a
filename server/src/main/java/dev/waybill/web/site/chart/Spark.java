package dev.waybill.web.site.chart;

import java.util.List;

/// A day in the height of a line of text: a stroke for each span of time, on a field of [#WIDTH] by
/// [#HEIGHT]. Delivered ones are drawn below failed ones.
///
/// @param good the bars of delivered ones, as an SVG path
/// @param bad the bars of failed ones
public record Spark(String good, String bad) {

    public static final int WIDTH = 96;
    public static final int HEIGHT = 24;

    /// Both have the same number of values, from the left.
    public static Spark of(List<Long> good, List<Long> bad) {
        long max = 1;
        for (int i = 0; i < good.size(); i++) {
            max = Math.max(max, good.get(i) + bad.get(i));
        }
        var well = new StringBuilder();
        var ill = new StringBuilder();
        for (int i = 0; i < good.size(); i++) {
            int x = (2 * i + 1) * WIDTH / (2 * good.size());
            int low = height(good.get(i), max);
            // Both must fit, and values above zero must be visible.
            int high = Math.min(height(bad.get(i), max), HEIGHT - 1);
            low = Math.min(low, HEIGHT - high);
            stroke(well, x, HEIGHT, low);
            stroke(ill, x, HEIGHT - low, high);
        }
        return new Spark(well.toString(), ill.toString());
    }

    private static int height(long value, long max) {
        return value == 0 ? 0 : (int) Math.max(1, Math.round((double) HEIGHT * value / max));
    }

    private static void stroke(StringBuilder path, int x, int y, int height) {
        if (height > 0) {
            path.append('M').append(x).append(' ').append(y).append("v-").append(height);
        }
    }
}
