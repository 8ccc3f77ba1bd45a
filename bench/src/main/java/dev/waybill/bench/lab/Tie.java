package dev.waybill.bench.lab;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Makes a child end with this process even if that is killed. Linux only; elsewhere the child must
/// be ended by other means.
final class Tie {

    private static final List<String> SETPRIV = List.of("setpriv", "--pdeathsig", "TERM");

    private Tie() {}

    /// The kernel sends the signal when the thread that started the child ends: call it on one that
    /// lives as long as the benchmark.
    static List<String> to(List<String> command) {
        if (!installed()) {
            return command;
        }
        var tied = new ArrayList<>(SETPRIV);
        tied.addAll(command);
        return List.copyOf(tied);
    }

    private static boolean installed() {
        var path = System.getenv("PATH");
        if (path == null) {
            return false;
        }
        for (var folder : path.split(File.pathSeparator, -1)) {
            if (Files.isExecutable(Path.of(folder, SETPRIV.getFirst()))) {
                return true;
            }
        }
        return false;
    }
}
