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

    /// As `WARN the message`, in order.
    public List<String> lines() {
        return events.stream()
                .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                .toList();
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
