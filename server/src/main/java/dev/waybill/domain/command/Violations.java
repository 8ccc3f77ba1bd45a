package dev.waybill.domain.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Collects every violation of one command, first while it is read and then while its rules are
/// checked. A field has at most one violation at the same path: a field that could not be read is
/// not also reported as missing.
public final class Violations {

    /// More than a person reads, and a bound for hostile input.
    public static final int COUNT_MAX = 50;

    private final List<Violation> found;
    private final List<String> part;

    public Violations() {
        this(new ArrayList<>(), List.of());
    }

    private Violations(List<Violation> found, List<String> part) {
        this.found = found;
        this.part = part;
    }

    /// Collects the violations of one part of the command, such as a filter, together with all
    /// others. Fields that are added here are inside this part.
    public Violations in(String name) {
        var inner = new ArrayList<>(part);
        inner.add(name);
        return new Violations(found, List.copyOf(inner));
    }

    public void add(Violation violation) {
        var placed = violation.within(part);
        if (!isFull() && found.stream().noneMatch(one -> covers(one, placed))) {
            found.add(placed);
        }
    }

    public void add(String field, Violation.Code code, String text) {
        add(Violation.of(field, code, text));
    }

    /// Adds the violations of a value that is in a field.
    public void addUnder(String field, Violations inner) {
        inner.found.forEach(violation -> add(violation.under(field)));
    }

    /// Whether the first already says that the place of the second is wrong.
    private static boolean covers(Violation first, Violation second) {
        return isPrefix(first.fullPath(), second.fullPath());
    }

    private static boolean isPrefix(List<String> first, List<String> second) {
        return second.size() >= first.size() && second.subList(0, first.size()).equals(first);
    }

    /// Whether the whole command has no violation.
    public boolean isEmpty() {
        return found.isEmpty();
    }

    /// Whether further violations are ignored.
    public boolean isFull() {
        return found.size() >= COUNT_MAX;
    }

    /// Whether a field has a violation, or something inside it has one.
    public boolean has(String field) {
        var path = new ArrayList<>(part);
        path.add(field);
        return found.stream().anyMatch(violation -> isPrefix(path, violation.fullPath()));
    }

    /// All violations of the whole command.
    public List<Violation> all() {
        return List.copyOf(found);
    }

    /// Parses a value that a command mentions. A value that cannot be parsed is a violation and
    /// counts as not mentioned.
    public <S, T> Update<T> parse(
            Update<S> given, Function<S, Optional<T>> parser, Violation otherwise) {
        var parsed = given.map(parser);
        if (parsed.value().filter(Optional::isEmpty).isPresent()) {
            add(otherwise);
            return Update.keep();
        }
        return parsed.map(Optional::orElseThrow);
    }

    // Rules that many fields share.

    /// One line of text of at most this length.
    public void checkText(String field, @Nullable String text, int lengthMax) {
        if (text == null) {
            return;
        }
        if (text.length() > lengthMax) {
            add(
                    field,
                    Violation.Code.RANGE,
                    "{} must not be longer than " + lengthMax + " characters.");
        } else if (!PlainText.isLine(text)) {
            add(
                    field,
                    Violation.Code.FORMAT,
                    "{} must not contain control characters or unpaired surrogates.");
        }
    }

    /// The same for text that may have several lines.
    public void checkProse(String field, @Nullable String text, int lengthMax) {
        checkText(field, text == null ? null : text.replaceAll("[\n\r\t]", " "), lengthMax);
    }

    /// A list of at most this many items.
    public void checkCount(String field, Collection<?> items, int countMax) {
        if (items.size() > countMax) {
            add(
                    field,
                    Violation.Code.RANGE,
                    "{} must be a list of at most " + countMax + " strings.");
        }
    }

    public void check(String field, @Nullable Integer value, WholeRange range) {
        if (value != null && !range.contains(value)) {
            add(range.violation(field));
        }
    }

    public void check(String field, @Nullable Double value, DecimalRange range) {
        if (value != null && !range.contains(value)) {
            add(range.violation(field));
        }
    }
}
