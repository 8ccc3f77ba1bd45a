package dev.waybill.engine.catalog;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;

/// A `pattern` of a schema, matched in time linear in the length of the text. The patterns of the
/// JDK may take minutes for a text of some thousand characters.
final class LinearPattern implements RegularExpression {

    static final int LENGTH_MAX = 1_000;

    /// The number of characters of text and pattern that cost as much as one step of a check, as
    /// measured.
    private static final int CHARACTERS_PER_STEP = 32;

    private final Pattern pattern;
    private final int length;

    private LinearPattern(Pattern pattern, int length) {
        this.pattern = pattern;
        this.length = length;
    }

    /// @throws IllegalArgumentException with a message for the user
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

    /// Whether the pattern occurs anywhere in the text, as JSON Schema defines it.
    @Override
    public boolean matches(String text) {
        Steps.takeFromCurrent((long) text.length() * (length + 1) / CHARACTERS_PER_STEP);
        return pattern.matcher(text).find();
    }
}
