package dev.waybill.domain.command;

import java.util.Optional;
import java.util.function.Function;

/// A field that accepts one of a few codes.
///
/// @param options the codes as a sentence lists them, such as "none, key or strict"
public record Choice<T>(Function<String, Optional<T>> parse, String options) {

    public Optional<T> of(String code) {
        return parse.apply(code);
    }

    public Violation violation(String field) {
        return Violation.of(field, Violation.Code.FORMAT, "{} must be " + options + ".");
    }
}
