package dev.waybill.domain.command;

/// Reads the fields of a command by type, under the API's names. JSON and forms implement it, so
/// that both read a setting by the same code.
public interface FieldInput {

    Update<String> text(String name);

    /// A whole number. The rules check the range; a value of another type gets the same violation.
    Update<Integer> whole(String name, WholeRange range);

    Update<Double> decimal(String name, DecimalRange range);

    <T> Update<T> choice(String name, Choice<T> choice);
}
