package dev.waybill.infra.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// The server's own log: limited in size, and quoted when something fails.
record ServerLog(Path file) {

    /// Weeks of ordinary messages. One older file of about this size is kept.
    static final long BYTES_MAX = 16L << 20;

    /// Enough for a failed start with its hints.
    private static final int TAIL_BYTES = 2_000;

    /// The last message of a server that could not listen. Messages are not translated.
    private static final String PORT_TAKEN = "could not create any TCP/IP sockets";

    /// Creates the file, or makes the existing one readable to its owner only.
    void prepare() throws IOException {
        if (Files.exists(file)) {
            Modes.set(file, 0600);
        } else {
            Files.createFile(file, Modes.PRIVATE_FILE);
        }
    }

    /// Keeps the file in place, because the running server appends to it.
    void trim() throws IOException {
        if (Files.exists(file) && Files.size(file) > BYTES_MAX) {
            var older = file.resolveSibling(file.getFileName() + ".1");
            Files.copy(file, older, StandardCopyOption.REPLACE_EXISTING);
            try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(0);
            }
        }
    }

    void append(String text) throws IOException {
        prepare();
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }

    /// Its length now; zero if there is no log yet.
    long length() throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    /// Whether a server that has written to the log since then found its port in use. Checking the
    /// port itself would be unreliable: it may be free again.
    boolean namesTakenPort(long since) {
        return tail(since).contains(PORT_TAKEN);
    }

    private String tail() {
        return tail(0);
    }

    private String tail(long since) {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            var bytes = ByteBuffer.allocate(TAIL_BYTES);
            channel.read(bytes, Math.max(since, channel.size() - TAIL_BYTES));
            return new String(bytes.array(), 0, bytes.position(), UTF_8).strip();
        } catch (IOException e) {
            return "(no log: " + e + ")";
        }
    }

    /// A failure that quotes the end of the log.
    PostgresFailed failure(String sentence) {
        return new PostgresFailed("%s The end of %s:%n%s".formatted(sentence, file, tail()));
    }
}
