package dev.waybill.domain.command;

/// Text that can be stored, logged and shown.
public final class PlainText {

    private PlainText() {}

    /// Whether a text has no control characters and no unpaired surrogates. JSON can express the
    /// latter, and no encoding can carry them.
    public static boolean isLine(String text) {
        return text.codePoints()
                .noneMatch(c ->
                        Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
    }
}
