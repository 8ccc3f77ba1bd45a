package dev.waybill;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything that can be set. Flags come first, then `WAYBILL_*` variables, then the file; what is
/// nowhere has a default.
public record Settings(
        String host,
        int port,
        boolean dev,
        Path data,
        @Nullable String database,
        @Nullable String adminKey,
        boolean cataloguedTypesOnly) {

    /// A value that cannot be used; the message names the setting and says what it must be.
    public static final class Invalid extends RuntimeException {
        Invalid(String message) {
            super(message);
        }
    }

    /// The settings by name, each with what it is for.
    public enum Name {
        HOST("host", "0.0.0.0", "the address to listen on"),
        PORT("port", "8080", "the port to listen on; 0 picks a free one"),
        DEV("dev", "false", "allow http:// and loopback targets, for development"),
        DATA("data", "./waybill-data", "the folder of the embedded PostgreSQL"),
        DATABASE("database", "", "use this PostgreSQL instead: postgresql://user:password@host/db"),
        ADMIN_KEY("admin-key", "", "the first admin key, 20 characters or more"),
        CATALOGUED_TYPES_ONLY(
                "catalogued-types-only",
                "false",
                "refuse events whose type is not in the catalogue");

        private final String key;
        private final String byDefault;
        private final String purpose;

        Name(String key, String byDefault, String purpose) {
            this.key = key;
            this.byDefault = byDefault;
            this.purpose = purpose;
        }

        /// As it is written on the command line and in the file.
        public String key() {
            return key;
        }

        public String byDefault() {
            return byDefault;
        }

        public String purpose() {
            return purpose;
        }

        /// As it is written in the environment.
        public String variable() {
            return "WAYBILL_" + name();
        }
    }

    private static final int ADMIN_KEY_LENGTH_MIN = 20;

    public static Settings resolve(
            Map<Name, String> flags, Map<String, String> environment, Config file) {
        var source = new Source(flags, environment, file);
        var database = source.text(Name.DATABASE);
        var adminKey = source.text(Name.ADMIN_KEY);
        if (!adminKey.isEmpty() && adminKey.length() < ADMIN_KEY_LENGTH_MIN) {
            throw new Invalid(
                    Name.ADMIN_KEY.variable()
                            + " must have at least "
                            + ADMIN_KEY_LENGTH_MIN
                            + " characters.");
        }
        return new Settings(
                source.text(Name.HOST),
                source.integer(Name.PORT, 0, 65_535),
                source.flag(Name.DEV),
                Path.of(source.text(Name.DATA)),
                database.isEmpty() ? null : database,
                adminKey.isEmpty() ? null : adminKey,
                source.flag(Name.CATALOGUED_TYPES_ONLY));
    }

    private record Source(Map<Name, String> flags, Map<String, String> environment, Config file) {

        String text(Name name) {
            return Optional.ofNullable(flags.get(name))
                    .or(() -> Optional.ofNullable(environment.get(name.variable())))
                    .or(() -> fromFile(name))
                    .orElse(name.byDefault());
        }

        int integer(Name name, int min, int max) {
            var text = text(name);
            try {
                int value = Integer.parseInt(text);
                if (value >= min && value <= max) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // Told below, as for a number out of range.
            }
            throw new Invalid(
                    name.key()
                            + " must be a whole number from "
                            + min
                            + " to "
                            + max
                            + ": "
                            + text);
        }

        boolean flag(Name name) {
            var text = text(name);
            if (!text.equals("true") && !text.equals("false")) {
                throw new Invalid(name.key() + " must be true or false: " + text);
            }
            return text.equals("true");
        }

        private Optional<String> fromFile(Name name) {
            try {
                return file.hasPath(name.key())
                        ? Optional.of(file.getString(name.key()))
                        : Optional.empty();
            } catch (ConfigException e) {
                throw new Invalid("the settings file: " + e.getMessage());
            }
        }
    }

    /// A database URL and a key do not belong into logs.
    @Override
    public String toString() {
        return "Settings[host=" + host + ", port=" + port + ", dev=" + dev + ", data=" + data + "]";
    }
}
