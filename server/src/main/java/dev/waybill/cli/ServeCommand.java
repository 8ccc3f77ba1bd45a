package dev.waybill.cli;

import dev.waybill.Settings;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Starts the service and runs until it is stopped. Its flags come from the settings: see [#line].
@Command(
        name = "serve",
        description = "Start the service, with its own PostgreSQL or with yours.",
        mixinStandardHelpOptions = true)
public final class ServeCommand implements Callable<Integer> {

    @Option(names = "--config", description = "Read settings from this file.")
    private @Nullable Path config;

    @Spec private @Nullable CommandSpec spec;

    private ServeCommand() {}

    /// The command with a flag for every setting that has one.
    public static CommandLine line() {
        var line = new CommandLine(new ServeCommand());
        for (var name : Settings.Name.values()) {
            if (name.hasFlag()) {
                line.getCommandSpec().addOption(option(name));
            }
        }
        return line;
    }

    private static OptionSpec option(Settings.Name name) {
        var option =
                OptionSpec.builder(name.flag()).type(String.class).description(description(name));
        // The flag alone means true; `--dev=false` overrides the environment.
        return name.isSwitch()
                ? option.arity("0..1").fallbackValue("true").build()
                : option.arity("1").build();
    }

    private static String description(Settings.Name name) {
        var purpose = name.purpose();
        return Character.toUpperCase(purpose.charAt(0))
                + purpose.substring(1)
                + (name.isSwitch() || name.byDefault().isEmpty()
                        ? "."
                        : " (default " + name.byDefault() + ").");
    }

    @Override
    public Integer call() throws InterruptedException {
        var line = Objects.requireNonNull(spec).commandLine();
        return Serving.run(
                line,
                () ->
                        CommandSettings.resolve(
                                flags(line), System.getenv(), SettingsFile.read(config)),
                server -> server::close);
    }

    private static Map<Settings.Name, String> flags(CommandLine line) {
        var flags = new EnumMap<Settings.Name, String>(Settings.Name.class);
        for (var name : Settings.Name.values()) {
            if (name.hasFlag()) {
                put(flags, name, line.getParseResult().matchedOptionValue(name.flag(), null));
            }
        }
        return flags;
    }

    static void put(Map<Settings.Name, String> flags, Settings.Name name, @Nullable String value) {
        if (value != null) {
            flags.put(name, value);
        }
    }
}
