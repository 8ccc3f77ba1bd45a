package dev.waybill.bench.lab;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The command line of child processes: the same java and class path.
final class JavaCommand {

    /// Loader and receiver are one busy thread each: no collector threads, little memory, and
    /// direct buffers for batches of half a megabyte on each line.
    private static final List<String> SMALL =
            List.of("-XX:+UseSerialGC", "-Xmx128m", "-XX:MaxDirectMemorySize=256m");

    private static final List<String> ROOMY = List.of("-XX:+UseSerialGC", "-Xmx512m");

    private JavaCommand() {}

    /// With the options of this process: `./waybill` chose them, and would start the service with
    /// the same.
    ///
    /// @param more options, which override those
    static List<String> service(List<String> more, List<String> arguments) {
        var options = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        options.addAll(more);
        return command(options, "dev.waybill.Main", arguments);
    }

    static List<String> small(Class<?> main, List<String> arguments) {
        return command(SMALL, main.getName(), arguments);
    }

    /// For a receiver with buffers for TLS on thousands of connections.
    static List<String> roomy(Class<?> main, List<String> arguments) {
        return command(ROOMY, main.getName(), arguments);
    }

    private static List<String> command(List<String> options, String main, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main);
        command.addAll(arguments);
        return List.copyOf(command);
    }
}
