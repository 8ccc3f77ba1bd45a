package dev.waybill.cli;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import dev.waybill.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The file of `--config`.
final class SettingsFile {

    private SettingsFile() {}

    /// Empty if there is none.
    static Config read(@Nullable Path file) {
        if (file == null) {
            return ConfigFactory.empty();
        }
        if (!Files.isReadable(file)) {
            throw new Settings.Invalid("the settings file cannot be read: " + file);
        }
        try {
            return ConfigFactory.parseFile(file.toFile()).resolve();
        } catch (ConfigException e) {
            throw new Settings.Invalid("the settings file: " + e.getMessage());
        }
    }
}
