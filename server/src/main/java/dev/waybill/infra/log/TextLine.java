package dev.waybill.infra.log;

import ch.qos.logback.classic.pattern.TargetLengthBasedClassNameAbbreviator;
import java.util.regex.Pattern;

/// Lines for people: `2026-05-01T12:00:00.000Z WARN d.w.web.http.Failures message, request_id=…`,
/// and the stack trace below.
final class TextLine implements LogLine.Format {

    private static final int LOGGER_LENGTH = 20;
    private static final int LEVEL_LENGTH = 5;

    /// Values that are not mistaken for several fields.
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:/@+-]+");

    private final TargetLengthBasedClassNameAbbreviator logger =
            new TargetLengthBasedClassNameAbbreviator(LOGGER_LENGTH);

    @Override
    public String write(LogLine line) {
        var out = new StringBuilder(200);
        out.append(line.time()).append(' ').append(line.level());
        out.repeat(' ', LEVEL_LENGTH + 1 - line.level().toString().length());
        out.append(logger.abbreviate(line.logger())).append(' ');
        Visible.append(out, line.message(), LogLine.MESSAGE_LENGTH_MAX);
        var separator = ", ";
        for (var field : line.fields().entrySet()) {
            out.append(separator).append(field.getKey()).append('=');
            append(out, field.getValue());
            separator = " ";
        }
        out.append('\n');
        if (line.error() != null) {
            out.append(line.error());
        }
        return out.toString();
    }

    private static void append(StringBuilder out, String value) {
        if (PLAIN.matcher(value).matches()) {
            Visible.append(out, value, LogLine.FIELD_LENGTH_MAX);
            return;
        }
        out.append('"');
        Visible.append(
                out, value.replace("\\", "\\\\").replace("\"", "\\\""), LogLine.FIELD_LENGTH_MAX);
        out.append('"');
    }
}
