package dev.waybill.cli;

import com.typesafe.config.Config;
import dev.waybill.Settings;
import dev.waybill.infra.log.Logging;
import java.util.Map;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/// Reads the settings of a command. Those of the log come first and are applied at once, so that
/// every line of the command has its format, also the one that says why it failed.
final class CommandSettings {

    private CommandSettings() {}

    /// Throws [Settings.Invalid].
    static Settings resolve(
            Map<Settings.Name, String> flags, Map<String, String> environment, Config file) {
        Logging.apply(Settings.log(flags, environment, file));
        return Settings.resolve(flags, environment, file);
    }

    /// Reports why a command failed; returns its exit code.
    static int failed(CommandLine line, String message) {
        switch (Logging.format()) {
            case TEXT -> line.getErr().println("waybill: " + message);
            case JSON -> LoggerFactory.getLogger(CommandSettings.class).error("{}", message);
        }
        return 1;
    }
}
