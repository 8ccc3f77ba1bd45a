package dev.waybill.infra.postgres;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/// The content of `postmaster.pid`. `status` is empty until the server has one.
record PostmasterFile(long pid, String status) {

    private static final int PORT_LINE = 3;
    private static final int STATUS_LINE = 7;

    static Path in(Path data) {
        return data.resolve("postmaster.pid");
    }

    static Optional<PostmasterFile> read(Path data) throws IOException {
        try {
            // ASCII except for the name of the data folder, which is not decoded.
            return parse(Files.readString(in(data), ISO_8859_1));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /// The port of a server that accepts connections; empty if none runs.
    static OptionalInt readyPort(Path data) throws IOException {
        var file = read(data).filter(PostmasterFile::ready);
        if (file.isEmpty() || ProcessHandle.of(file.get().pid).isEmpty()) {
            return OptionalInt.empty();
        }
        var port = Files.readString(in(data), ISO_8859_1).split("\n", -1)[PORT_LINE].strip();
        return OptionalInt.of(Integer.parseInt(port));
    }

    /// Empty also for a file that is incomplete, or damaged by a crash.
    static Optional<PostmasterFile> parse(String text) {
        var lines = text.split("\n", -1);
        var pid = lines[0].strip();
        if (!pid.matches("[0-9]{1,18}")) {
            return Optional.empty();
        }
        var status = lines.length > STATUS_LINE ? lines[STATUS_LINE].strip() : "";
        return Optional.of(new PostmasterFile(Long.parseLong(pid), status));
    }

    /// Whether the server accepts connections; a standby does, but only to read.
    boolean ready() {
        return status.equals("ready") || status.equals("standby");
    }

    boolean starting() {
        return status.equals("starting");
    }
}
