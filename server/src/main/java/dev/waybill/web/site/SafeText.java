package dev.waybill.web.site;

/// Untrusted text without hidden parts: characters that are invisible, move the cursor or change
/// the text direction are shown by name.
public final class SafeText {

    /// Longer text is downloaded, not read on a page.
    public static final int LENGTH_MAX = 16 * 1024;

    private SafeText() {}

    public static String text(String text) {
        if (text.codePoints().noneMatch(SafeText::isHidden)) {
            return text;
        }
        var shown = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(c -> {
                    if (isHidden(c)) {
                        shown.append(String.format("⟦U+%04X⟧", c));
                    } else {
                        shown.appendCodePoint(c);
                    }
                });
        return shown.toString();
    }

    /// The beginning of a text that is too long.
    public static String excerpt(String text) {
        if (text.length() <= LENGTH_MAX) {
            return text(text);
        }
        int end =
                Character.isHighSurrogate(text.charAt(LENGTH_MAX - 1))
                        ? LENGTH_MAX - 1
                        : LENGTH_MAX;
        return text(text.substring(0, end));
    }

    private static boolean isHidden(int c) {
        if (c == '\n' || c == '\t' || c == '\r') {
            return false;
        }
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
