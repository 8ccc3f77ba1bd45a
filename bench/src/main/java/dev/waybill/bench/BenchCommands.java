package dev.waybill.bench;

import dev.waybill.cli.CommandProvider;

/// Puts `bench` on the command line if this jar is on the class path.
public final class BenchCommands implements CommandProvider {

    @Override
    public Object command() {
        return new BenchCommand();
    }
}
