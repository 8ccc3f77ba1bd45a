package dev.waybill.domain;

/// Text from outside as one field of a log line. It is quoted, so that text that looks like further
/// fields (`x state=active`) cannot be mistaken for them.
public final class LogText {

    private LogText() {}

    public static String quoted(String text) {
        var quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints()
                .forEach(c -> {
                    if (c == '"' || c == '\\') {
                        quoted.append('\\').appendCodePoint(c);
                    } else if (isHidden(c)) {
                        quoted.append(String.format("\\u%04x", c));
                    } else {
                        quoted.appendCodePoint(c);
                    }
                });
        return quoted.append('"').toString();
    }

    /// Characters that would end the line, control a terminal or change the direction of the text.
    private static boolean isHidden(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
