package dev.waybill.bench.report;

/// The limit that a figure must reach.
public sealed interface Bound {

    boolean holds(double value);

    /// The sign before the limit in a table.
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

    /// No limit.
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
