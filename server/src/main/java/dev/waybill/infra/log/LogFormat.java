package dev.waybill.infra.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import java.util.Locale;
import java.util.Optional;

/// The format of log lines.
public enum LogFormat {
    /// For people.
    TEXT,
    /// For programs: one JSON object a line.
    JSON;

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<LogFormat> of(String code) {
        for (var format : values()) {
            if (format.code().equals(code)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    Encoder<ILoggingEvent> encoder() {
        return switch (this) {
            case TEXT -> new LineEncoder(new TextLine());
            case JSON -> new LineEncoder(new JsonLine());
        };
    }
}
