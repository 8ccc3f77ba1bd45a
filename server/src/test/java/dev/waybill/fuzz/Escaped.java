package dev.waybill.fuzz;

/// Bytes as text that shows every one of them.
public final class Escaped {

    private static final int SHOWN_MAX = 3_000;

    private Escaped() {}

    /// In one line.
    public static String line(byte[] bytes) {
        var text = new StringBuilder();
        for (int i = 0; i < bytes.length && i < SHOWN_MAX; i++) {
            append(text, bytes[i]);
        }
        if (bytes.length > SHOWN_MAX) {
            text.append(" … and %d more".formatted(bytes.length - SHOWN_MAX));
        }
        return text.toString();
    }

    /// With a new line after each line feed.
    static String lines(byte[] bytes) {
        return "  " + line(bytes).replace("\\n", "\\n\n  ").stripTrailing();
    }

    private static void append(StringBuilder text, byte b) {
        if (b == '\r') {
            text.append("\\r");
        } else if (b == '\n') {
            text.append("\\n");
        } else if (b == '\\') {
            text.append("\\\\");
        } else if (b >= ' ' && b < 0x7F) {
            text.append((char) b);
        } else {
            text.append("\\x%02x".formatted(b));
        }
    }
}
