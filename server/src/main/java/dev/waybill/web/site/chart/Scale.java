package dev.waybill.web.site.chart;

/// The end of an axis.
final class Scale {

    private static final long[] STEPS = {1, 2, 4, 5, 10};

    private Scale() {}

    /// The next round number that can be halved.
    static long roundUp(long max) {
        long power = 1;
        while (power * 10 < max) {
            power *= 10;
        }
        for (long step : STEPS) {
            if (step * power >= max) {
                return step * power;
            }
        }
        throw new AssertionError("ten times the power covers it: " + max);
    }
}
