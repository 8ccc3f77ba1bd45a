package dev.waybill.web.site;

import dev.waybill.domain.command.Choice;
import dev.waybill.domain.command.DecimalRange;
import dev.waybill.domain.command.FieldInput;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.command.WholeRange;
import dev.waybill.web.http.Form;
import java.util.Optional;
import java.util.function.Function;

/// Reads the fields of a form by type. A field that the form does not have is not mentioned; an
/// empty one goes back to its default. A value that cannot be read is a violation and reads as if
/// it were not mentioned, so that the form can show everything that is wrong.
public record FormInput(Form form, Violations violations) implements FieldInput {

    @Override
    public Update<String> text(String name) {
        return given(name);
    }

    @Override
    public Update<Integer> whole(String name, WholeRange range) {
        return read(
                name,
                text ->
                        text.matches("-?[0-9]{1,9}")
                                ? Optional.of(Integer.valueOf(text))
                                : Optional.empty(),
                range.violation(name));
    }

    @Override
    public Update<Double> decimal(String name, DecimalRange range) {
        return read(name, FormInput::parseDecimal, range.violation(name));
    }

    /// A number as users enter it.
    public static Optional<Double> parseDecimal(String text) {
        return text.matches("-?[0-9]{1,9}(\\.[0-9]{1,9})?")
                ? Optional.of(Double.valueOf(text))
                : Optional.empty();
    }

    @Override
    public <T> Update<T> choice(String name, Choice<T> choice) {
        return read(name, choice::of, choice.violation(name));
    }

    private <T> Update<T> read(
            String name, Function<String, Optional<T>> reader, Violation otherwise) {
        return violations.parse(given(name), reader, otherwise);
    }

    private Update<String> given(String name) {
        if (!form.has(name)) {
            return Update.keep();
        }
        var text = form.text(name);
        return text.isEmpty() ? Update.reset() : Update.to(text);
    }
}
