package dev.waybill.infra.log;

import java.util.Set;

/// Lines for programs: one JSON object each.
final class JsonLine implements LogLine.Format {

    /// A field of a line that is called like one of ours gets an underscore.
    private static final Set<String> OURS =
            Set.of("time", "level", "logger", "thread", "message", "error");

    @Override
    public String write(LogLine line) {
        var out = new StringBuilder(300);
        out.append("{\"time\":\"").append(line.time()).append('"');
        out.append(",\"level\":\"").append(line.level()).append('"');
        append(out, "logger", line.logger(), LogLine.FIELD_LENGTH_MAX);
        append(out, "thread", line.thread(), LogLine.FIELD_LENGTH_MAX);
        append(out, "message", line.message(), LogLine.MESSAGE_LENGTH_MAX);
        line.fields()
                .forEach((name, value) ->
                        append(
                                out,
                                OURS.contains(name) ? name + "_" : name,
                                value,
                                LogLine.FIELD_LENGTH_MAX));
        if (line.error() != null) {
            append(out, "error", line.error(), LogLine.ERROR_LENGTH_MAX);
        }
        return out.append("}\n").toString();
    }

    private static void append(StringBuilder out, String name, String value, int max) {
        out.append(',');
        quote(out, name, LogLine.FIELD_LENGTH_MAX);
        out.append(':');
        quote(out, value, max);
    }

    /// Appends a JSON string. Everything that a terminal or a reader of lines might act on is
    /// escaped. A surrogate without its other half is no character and becomes U+FFFD.
    private static void quote(StringBuilder out, String text, int max) {
        out.append('"');
        int start = out.length();
        for (int i = 0; i < text.length(); ) {
            if (out.length() - start >= max) {
                out.append("… (").append(text.length()).append(" characters)");
                break;
            }
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c == '\t') {
                out.append("\\t");
            } else if (Character.getType(c) == Character.SURROGATE) {
                out.append("\\ufffd");
            } else if (Visible.isHidden(c)) {
                for (char half : Character.toChars(c)) {
                    out.append(String.format("\\u%04x", (int) half));
                }
            } else {
                out.appendCodePoint(c);
            }
        }
        out.append('"');
    }
}
