package dev.waybill;

import dev.waybill.cli.AotTrainingCommand;
import dev.waybill.cli.ArchiveCommand;
import dev.waybill.cli.CommandProvider;
import dev.waybill.cli.DemoCommand;
import dev.waybill.cli.KeysCommand;
import dev.waybill.cli.ServeCommand;
import dev.waybill.infra.Version;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// Parses the command line and runs the command.
@Command(
        name = "waybill",
        description = "Delivers a platform's events to its customers' HTTP endpoints.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Versions.class)
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        int exitCode = commands().execute(arguments);
        // A command that serves returns when it has stopped; no other thread may keep the process
        // alive.
        System.exit(exitCode);
    }

    static CommandLine commands() {
        var commands = new CommandLine(new Main());
        commands.addSubcommand(ServeCommand.line());
        commands.addSubcommand(new DemoCommand());
        commands.addSubcommand(new KeysCommand());
        commands.addSubcommand(new ArchiveCommand());
        commands.addSubcommand(new AotTrainingCommand());
        for (var provider : ServiceLoader.load(CommandProvider.class)) {
            commands.addSubcommand(provider.command());
        }
        return commands;
    }

    /// For `waybill --version`.
    static final class Versions implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"waybill " + Version.current()};
        }
    }
}
