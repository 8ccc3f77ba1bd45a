package dev.waybill.domain.command;

import dev.waybill.domain.IdKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// One rule that a command breaks, at one field.
///
/// @param part the part of the command that the field is in, such as a filter; empty for the
///   command itself
/// @param path the field, followed by the index or name of an item inside it; empty for the command
///   as a whole
/// @param text a sentence in which `{}` stands for the name of the field: the API and the forms
///   name it differently
public record Violation(List<String> part, List<String> path, Code code, String text) {

    /// The kind of violation, for programs.
    public enum Code {
        /// There is no field of this name.
        UNKNOWN,
        REQUIRED,
        /// The value has the wrong type, such as text instead of a number.
        TYPE,
        /// A number is too small or too large, or a text or list too long.
        RANGE,
        /// A text does not have the required form.
        FORMAT,
        /// The value does not fit the schema of an event type.
        SCHEMA,
        /// The value names something that does not exist.
        MISSING,
        /// The value is well-formed and not allowed.
        REFUSED,
        /// The value conflicts with what exists or with another field.
        CONFLICT;

        public String code() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    public Violation {
        part = List.copyOf(part);
        path = List.copyOf(path);
    }

    /// A violation of the command itself, in no part of it.
    public Violation(List<String> path, Code code, String text) {
        this(List.of(), path, code, text);
    }

    public static Violation of(String field, Code code, String text) {
        return new Violation(List.of(field), code, text);
    }

    /// A violation inside a field, such as one item of a list.
    public static Violation in(String field, String item, Code code, String text) {
        return new Violation(List.of(field, item), code, text);
    }

    /// The same violation of a value that is itself in a field. The sentence keeps the name that it
    /// has inside the value.
    public Violation under(String outer) {
        var deeper = new ArrayList<String>();
        deeper.add(outer);
        deeper.addAll(path);
        return new Violation(deeper, code, detail(field()));
    }

    /// For a text that is not a time.
    public static Violation notATime(String field) {
        return of(
                field,
                Code.FORMAT,
                "{} must be a time with an offset, such as 2026-04-28T14:00:00Z.");
    }

    /// For a text that is not an id of this kind.
    public static Violation notAnId(String field, IdKind kind) {
        return of(field, Code.FORMAT, "{} must be an id that begins with " + kind.prefix() + ".");
    }

    /// The same violation in a part of the command.
    Violation within(List<String> outer) {
        return outer.isEmpty() ? this : new Violation(concat(outer, part), path, code, text);
    }

    /// The outermost field; empty for the command as a whole.
    public String field() {
        return path.isEmpty() ? "" : path.getFirst();
    }

    /// The path from the command itself.
    public List<String> fullPath() {
        return concat(part, path);
    }

    /// The sentence with this name for the field.
    public String detail(String name) {
        return text.replace("{}", name);
    }

    private static List<String> concat(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
