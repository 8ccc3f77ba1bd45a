package dev.waybill.testing;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/// The log of a class or a package while this is open.
public final class LogLines implements AutoCloseable {

    private final Logger logger;
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender =
            new AppenderBase<>() {
                @Override
                protected void append(ILoggingEvent event) {
                    events.add(event);
                }
            };

    private LogLines(Logger logger) {
        this.logger = logger;
        appender.start();
        logger.addAppender(appender);
    }

    public static LogLines of(Class<?> type) {
        return new LogLines((Logger) LoggerFactory.getLogger(type));
    }

    /// The same for all classes of its package.
    public static LogLines ofPackageOf(Class<?> type) {
        return new LogLines((Logger) LoggerFactory.getLogger(type.getPackageName()));
    }

    /// As `WARN the message name=value`, in order, with the values that the lines name themselves.
    public List<String> lines() {
        return events.stream().map(LogLines::line).toList();
    }

    private static String line(ILoggingEvent event) {
        var line = new StringBuilder();
        line.append(event.getLevel()).append(' ').append(event.getFormattedMessage());
        var own = event.getKeyValuePairs();
        if (own != null) {
            own.forEach(pair -> line.append(' ').append(pair.key).append('=').append(pair.value));
        }
        return line.toString();
    }

    /// Whether any of them comes with a stack trace.
    public boolean anyStackTrace() {
        return events.stream().anyMatch(event -> event.getThrowableProxy() != null);
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
    }
}
