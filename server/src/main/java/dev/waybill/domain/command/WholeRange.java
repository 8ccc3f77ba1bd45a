package dev.waybill.domain.command;

/// The whole numbers that a field accepts, both ends included.
public record WholeRange(int min, int max) {

    public boolean contains(int value) {
        return value >= min && value <= max;
    }

    /// For a value outside the range, and for one that is not a whole number.
    public Violation violation(String field) {
        return Violation.of(
                field,
                Violation.Code.RANGE,
                "{} must be a whole number from " + min + " to " + max + ".");
    }
}
