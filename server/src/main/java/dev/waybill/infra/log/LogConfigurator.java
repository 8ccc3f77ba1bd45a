package dev.waybill.infra.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;

/// Sets up the log with its defaults when the first logger is made. Logback finds this class as a
/// service, and then looks for no file.
public final class LogConfigurator extends ContextAwareBase implements Configurator {

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        Logging.set(context, LogSettings.DEFAULT);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
