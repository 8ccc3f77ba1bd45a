package dev.waybill.infra.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import dev.waybill.testing.LogLines;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoggingTest {

    private final LoggerContext context = new LoggerContext();

    @ParameterizedTest
    @CsvSource({
        "trace, TRACE, INFO,  WARN,  ERROR",
        "debug, DEBUG, INFO,  WARN,  ERROR",
        "info,  INFO,  INFO,  WARN,  ERROR",
        "warn,  WARN,  WARN,  WARN,  ERROR",
        "error, ERROR, ERROR, ERROR, ERROR"
    })
    void noLibraryLogsStatementsOrBodies(
            String level, String ours, String others, String driver, String pool) {
        var set = LogSettings.level(level).orElseThrow();

        Logging.set(context, new LogSettings(LogFormat.TEXT, set));

        assertThat(effective("dev.waybill.engine.Engine")).isEqualTo(ours);
        assertThat(effective("io.library")).isEqualTo(others);
        assertThat(effective("org.postgresql.jdbc.PgStatement")).isEqualTo(driver);
        assertThat(effective("com.zaxxer.hikari.pool.HikariPool")).isEqualTo(pool);
        assertThat(effective("com.networknt.schema")).isEqualTo("OFF");
    }

    @Test
    void thereIsOneAppenderHoweverOftenItIsSet() {
        Logging.set(context, LogSettings.DEFAULT);
        Logging.set(context, new LogSettings(LogFormat.JSON, org.slf4j.event.Level.DEBUG));

        var appenders = context.getLogger("ROOT").iteratorForAppenders();
        assertThat(appenders.next().getName()).isEqualTo("standard-error");
        assertThat(appenders.hasNext()).isFalse();
    }

    @Test
    void linesOfJavaLoggingArePassedOn() {
        JavaLogging.redirect();
        try (var log = LogLines.of(LoggingTest.class)) {
            var logger = Logger.getLogger(LoggingTest.class.getName());
            logger.warning("from a library");
            logger.fine("a statement");

            assertThat(log.lines()).containsExactly("WARN from a library");
        }
    }

    private String effective(String logger) {
        return context.getLogger(logger).getEffectiveLevel().toString();
    }
}
