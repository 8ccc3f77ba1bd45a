package dev.waybill.domain.command;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects every violation of one command, first while it is read and then while its rules are
/// checked. A field has at most one violation at the same path: a field that could not be read is
/// not also reported as missing.
public final class Violations {

    /// More than a person reads, and a bound for hostile input.
    private static final int COUNT_MAX = 50;

    private final List<Violation> found = new ArrayList<>();

    public void add(Violation violation) {
        if (found.size() < COUNT_MAX && found.stream().noneMatch(one -> covers(one, violation))) {
            found.add(violation);
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
        return second.path().size() >= first.path().size()
                && second.path().subList(0, first.path().size()).equals(first.path());
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    public boolean has(String field) {
        return found.stream().anyMatch(violation -> violation.field().equals(field));
    }

    public List<Violation> all() {
        return List.copyOf(found);
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
