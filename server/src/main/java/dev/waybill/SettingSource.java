package dev.waybill;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import dev.waybill.Settings.Invalid;
import dev.waybill.Settings.Name;
import dev.waybill.Settings.Origin;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/// The values of the settings as they were written: flags, then variables, then the file, then the
/// default.
record SettingSource(Map<Name, String> flags, Map<String, String> environment, Config file) {

    Map<Name, Origin> origins() {
        var origins = new EnumMap<Name, Origin>(Name.class);
        for (var name : Name.values()) {
            origins.put(name, origin(name));
        }
        return origins;
    }

    Origin origin(Name name) {
        if (flags.containsKey(name)) {
            return Origin.FLAG;
        }
        if (environment.containsKey(name.variable())) {
            return Origin.VARIABLE;
        }
        return fromFile(name).isPresent() ? Origin.FILE : Origin.DEFAULT;
    }

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
            // Reported below, like a number out of range.
        }
        throw new Invalid(
                name.key() + " must be a whole number from " + min + " to " + max + ": " + text);
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
