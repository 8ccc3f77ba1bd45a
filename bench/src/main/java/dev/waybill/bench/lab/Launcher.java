package dev.waybill.bench.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The script that users start, if its path is known: its work before the JVM runs is part of a
/// start.
public final class Launcher {

    static final String VARIABLE = "WAYBILL_LAUNCHER";

    private Launcher() {}

    public static Optional<String> command() {
        var property = System.getProperty(VARIABLE);
        return Optional.ofNullable(property != null ? property : System.getenv(VARIABLE));
    }

    static List<String> with(String launcher, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(launcher);
        command.addAll(arguments);
        return List.copyOf(command);
    }
}
