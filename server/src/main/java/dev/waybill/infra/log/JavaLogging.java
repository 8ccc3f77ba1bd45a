package dev.waybill.infra.log;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;

/// Passes on what libraries log by `java.util.logging`, such as the database driver and the mail
/// client. Its levels are not changed: below its default, INFO, the driver logs statements.
final class JavaLogging extends Handler {

    private static final SimpleFormatter FORMATTER = new SimpleFormatter();

    private JavaLogging() {}

    /// Takes the place of the handler that would print to standard error.
    static void redirect() {
        var root = Logger.getLogger("");
        for (var handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        root.addHandler(new JavaLogging());
    }

    @Override
    public void publish(LogRecord event) {
        var name = event.getLoggerName();
        LoggerFactory.getLogger(name == null || name.isEmpty() ? "java.util.logging" : name)
                .atLevel(level(event.getLevel()))
                .setCause(event.getThrown())
                .log(FORMATTER.formatMessage(event));
    }

    private static org.slf4j.event.Level level(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return org.slf4j.event.Level.ERROR;
        }
        if (level.intValue() >= Level.WARNING.intValue()) {
            return org.slf4j.event.Level.WARN;
        }
        return level.intValue() >= Level.INFO.intValue()
                ? org.slf4j.event.Level.INFO
                : org.slf4j.event.Level.DEBUG;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
