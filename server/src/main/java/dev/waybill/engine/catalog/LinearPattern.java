package dev.waybill.engine.catalog;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;

/// A `pattern` of a schema, matched in time that grows with the text and no faster. The JDK's own
/// patterns may take minutes for a text of some thousand characters.
final class LinearPattern implements RegularExpression {

    static final int LENGTH_MAX = 1_000;

    /// Characters of text and of pattern that are as much work as one step of a check, measured.
    private static final int CHARACTERS_PER_STEP = 32;

    private final Pattern pattern;
    private final int length;

    private LinearPattern(Pattern pattern, int length) {
        this.pattern = pattern;
        this.length = length;
    }

    /// @throws IllegalArgumentException in words that a person can act on
    static LinearPattern of(String text) {
        if (text.length() > LENGTH_MAX) {
            throw new IllegalArgumentException(
                    "A pattern must not be longer than " + LENGTH_MAX + " characters.");
        }
        try {
            return new LinearPattern(Pattern.compile(text), text.length());
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "This pattern cannot be used: "
                            + e.getDescription()
                            + ". Look-around and back-references are not supported.",
                    e);
        }
    }

    /// Found anywhere in the text, as JSON Schema has it.
    @Override
    public boolean matches(String text) {
        Steps.takeFromCurrent((long) text.length() * (length + 1) / CHARACTERS_PER_STEP);
        return pattern.matcher(text).find();
    }
}
