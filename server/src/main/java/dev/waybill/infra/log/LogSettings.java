package dev.waybill.infra.log;

import java.util.Locale;
import java.util.Optional;
import org.slf4j.event.Level;

/// The settings of the log.
///
/// @param level the least urgent level of Waybill's own lines that is written
public record LogSettings(LogFormat format, Level level) {

    public static final LogSettings DEFAULT = new LogSettings(LogFormat.TEXT, Level.INFO);

    /// The level of a setting; empty for any other text.
    public static Optional<Level> level(String code) {
        for (var level : Level.values()) {
            if (level.name().toLowerCase(Locale.ROOT).equals(code)) {
                return Optional.of(level);
            }
        }
        return Optional.empty();
    }
}
