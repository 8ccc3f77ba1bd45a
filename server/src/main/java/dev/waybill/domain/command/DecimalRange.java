package dev.waybill.domain.command;

import java.math.BigDecimal;

/// The numbers that a field accepts, both ends included.
public record DecimalRange(double min, double max) {

    public boolean contains(double value) {
        return value >= min && value <= max;
    }

    /// For a value outside the range, and for one that is not a number.
    public Violation violation(String field) {
        return Violation.of(
                field,
                Violation.Code.RANGE,
                "{} must be a number from " + plain(min) + " to " + plain(max) + ".");
    }

    /// Without an exponent and without trailing zeros.
    public static String plain(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }
}
