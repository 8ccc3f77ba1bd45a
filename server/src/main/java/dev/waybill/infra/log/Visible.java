package dev.waybill.infra.log;

/// Characters that would end a line, control a terminal, or change the direction of the text.
final class Visible {

    private Visible() {}

    static boolean isHidden(int codePoint) {
        if (codePoint < 0x7f) {
            return codePoint < ' ';
        }
        int type = Character.getType(codePoint);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    /// Appends a text in one line, with `?` for hidden characters.
    ///
    /// @param max the number of characters after which it is cut
    static void append(StringBuilder out, String text, int max) {
        int start = out.length();
        for (int i = 0; i < text.length(); ) {
            if (out.length() - start >= max) {
                out.append("… (").append(text.length()).append(" characters)");
                return;
            }
            int c = text.codePointAt(i);
            out.appendCodePoint(isHidden(c) ? '?' : c);
            i += Character.charCount(c);
        }
    }
}
