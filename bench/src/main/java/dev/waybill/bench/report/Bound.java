package dev.waybill.bench.report;

/// What a figure must reach.
public sealed interface Bound {

    boolean holds(double value);

    /// Before the figure's limit, in a table.
    String sign();

    double limit();

    record AtLeast(double limit) implements Bound {
        @Override
        public boolean holds(double value) {
            return value >= limit;
        }

        @Override
        public String sign() {
            return "≥";
        }
    }

    record AtMost(double limit) implements Bound {
        @Override
        public boolean holds(double value) {
            return value <= limit;
        }

        @Override
        public String sign() {
            return "≤";
        }
    }

    /// Nothing was asked of it.
    record Free() implements Bound {
        @Override
        public boolean holds(double value) {
            return true;
        }

        @Override
        public String sign() {
            return "";
        }

        @Override
        public double limit() {
            return Double.NaN;
        }
    }
}
