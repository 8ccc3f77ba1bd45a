package dev.waybill.bench.report;

import dev.waybill.bench.report.Bound.Free;

/// One measured value.
///
/// @param field its name in the result file
/// @param label its name in the table
/// @param decimals how many are significant
public record Figure(
        String field, String label, double value, int decimals, Bound must, Bound aim) {

    /// A value without a limit.
    public static Figure of(String field, String label, double value, int decimals) {
        return new Figure(field, label, value, decimals, new Free(), new Free());
    }

    public Figure must(Bound bound) {
        return new Figure(field, label, value, decimals, bound, aim);
    }

    public Figure aim(Bound bound) {
        return new Figure(field, label, value, decimals, must, bound);
    }
}
