package dev.waybill.infra.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The log of this process, on standard error. Standard output belongs to the program. It is set up
/// in code, because reading a file of XML would cost every start some time.
public final class Logging {

    private static final String OURS = "dev.waybill";
    private static final String APPENDER = "standard-error";

    /// The least urgent level of each library. None goes below [Level#INFO], whatever is set: at
    /// such levels libraries log statements, parameters, headers and bodies.
    private static final Map<String, Level> LIBRARIES =
            Map.of(
                    "com.zaxxer.hikari", Level.ERROR,
                    "java", Level.WARN,
                    "org.apache.hc", Level.WARN,
                    "org.flywaydb", Level.WARN,
                    "org.postgresql", Level.WARN,
                    // It logs what is wrong with the schemas of users; the response says so.
                    "com.networknt", Level.OFF);

    private static volatile LogFormat format = LogFormat.TEXT;

    private Logging() {}

    /// The format of this process.
    public static LogFormat format() {
        return format;
    }

    /// Applies the settings. To be called before anything is logged.
    public static void apply(LogSettings settings) {
        format = settings.format();
        set((LoggerContext) LoggerFactory.getILoggerFactory(), settings);
        JavaLogging.redirect();
        Thread.setDefaultUncaughtExceptionHandler(Logging::uncaught);
    }

    /// Otherwise the JVM would print it in a format of its own.
    private static void uncaught(Thread thread, Throwable failure) {
        log().error("a thread ended with an error, thread={}", thread.getName(), failure);
    }

    // Not in a static field: this class sets up the log.
    private static Logger log() {
        return LoggerFactory.getLogger(Logging.class);
    }

    /// Sets up or changes the log of a context.
    static void set(LoggerContext context, LogSettings settings) {
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        Appender<ILoggingEvent> former = root.getAppender(APPENDER);
        root.addAppender(appender(context, settings.format()));
        if (former != null) {
            root.detachAppender(former);
        }
        var level = Level.convertAnSLF4JLevel(settings.level());
        context.getLogger(OURS).setLevel(level);
        root.setLevel(lessUrgent(level, Level.INFO) ? Level.INFO : level);
        LIBRARIES.forEach((name, least) ->
                context.getLogger(name).setLevel(lessUrgent(level, least) ? least : level));
    }

    private static boolean lessUrgent(Level one, Level other) {
        return other.isGreaterOrEqual(one);
    }

    private static ConsoleAppender<ILoggingEvent> appender(
            LoggerContext context, LogFormat format) {
        var appender = new ConsoleAppender<ILoggingEvent>();
        appender.setContext(context);
        appender.setName(APPENDER);
        appender.setTarget("System.err");
        var encoder = format.encoder();
        encoder.setContext(context);
        encoder.start();
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }
}
