package dev.waybill.infra.postgres;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The parts needed to run a program of PostgreSQL on the data folder.
record Installation(DataFolder folder, Binaries binaries, Unprivileged unprivileged) {

    static Installation in(DataFolder folder, Binaries binaries) throws IOException {
        var way = Unprivileged.choose(folder.root(), binaries.program("postgres"));
        return new Installation(folder, binaries, way);
    }

    List<String> command(String lastSignal, String program, List<String> arguments) {
        var line = new ArrayList<String>();
        line.add(binaries.program(program).toString());
        line.addAll(arguments);
        return unprivileged.command(lastSignal, line);
    }
}
