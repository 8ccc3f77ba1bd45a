package dev.waybill.infra.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/// The content of a log line, in any format.
///
/// @param fields the ids of the scope, and the values that the line itself names
/// @param error a stack trace; null for a line without an exception
record LogLine(
        Instant at,
        Level level,
        String logger,
        String thread,
        String message,
        Map<String, String> fields,
        @Nullable String error) {

    /// Longer messages and stack traces are cut, so that a line stays below the 16 KiB that
    /// container runtimes and journald pass on in one piece.
    static final int MESSAGE_LENGTH_MAX = 4_000;

    static final int ERROR_LENGTH_MAX = 8_000;
    static final int FIELD_LENGTH_MAX = 500;

    /// Not [Instant#toString], which omits zeros.
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    /// Writes a line in a format.
    interface Format {

        /// The line, with its line feed.
        String write(LogLine line);
    }

    static LogLine of(ILoggingEvent event) {
        var fields = LogScope.current().ids();
        var own = event.getKeyValuePairs();
        if (own != null) {
            own.forEach(pair -> fields.put(pair.key, String.valueOf(pair.value)));
        }
        var thrown = event.getThrowableProxy();
        return new LogLine(
                Instant.ofEpochMilli(event.getTimeStamp()),
                level(event.getLevel()),
                event.getLoggerName(),
                event.getThreadName(),
                String.valueOf(event.getFormattedMessage()),
                fields,
                thrown == null ? null : StackText.of(thrown));
    }

    private static Level level(ch.qos.logback.classic.Level level) {
        return Level.intToLevel(ch.qos.logback.classic.Level.toLocationAwareLoggerInteger(level));
    }

    /// RFC 3339, in UTC, with milliseconds.
    String time() {
        return TIME.format(at);
    }
}
