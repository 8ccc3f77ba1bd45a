package dev.waybill.infra.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The data folder, locked for this process until closed.
final class DataFolder implements AutoCloseable {

    // Closing any channel on a file drops all locks of this process on it (POSIX), so a second
    // attempt within this process must be refused before it opens the file.
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /// A pid is at most 19 digits.
    private static final int PID_BYTES_MAX = 20;

    private final Path folder;
    private final FileChannel lock;

    private DataFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /// Creates the folder if it is missing, and locks it or throws [DataFolderInUse].
    static DataFolder lock(Path where) throws IOException {
        var folder = create(where.toAbsolutePath());
        if (!HELD.add(folder)) {
            throw inUse(folder, Long.toString(ProcessHandle.current().pid()));
        }
        var locked = false;
        try {
            var channel = openLocked(folder);
            locked = true;
            return new DataFolder(folder, channel);
        } finally {
            if (!locked) {
                HELD.remove(folder);
            }
        }
    }

    private static Path create(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            var parent = folder.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createDirectories(folder, Modes.PRIVATE_FOLDER);
        }
        return folder.toRealPath();
    }

    private static FileChannel openLocked(Path folder) throws IOException {
        var channel =
                FileChannel.open(
                        folder.resolve("waybill.lock"),
                        Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE),
                        Modes.PRIVATE_FILE);
        if (channel.tryLock() == null) {
            try (channel) {
                var pid = ByteBuffer.allocate(PID_BYTES_MAX);
                channel.read(pid, 0);
                throw inUse(folder, new String(pid.array(), 0, pid.position(), UTF_8).strip());
            }
        }
        channel.truncate(0);
        channel.write(UTF_8.encode(ProcessHandle.current().pid() + "\n"), 0);
        return channel;
    }

    // The pid is empty if the other process has the lock and has not written its pid yet.
    private static DataFolderInUse inUse(Path folder, String pid) {
        return new DataFolderInUse(folder, pid.isEmpty() ? "another process" : "process " + pid);
    }

    Path root() {
        return folder;
    }

    Path data() {
        return folder.resolve("data");
    }

    /// The folder in which a database is created before it is moved to [#data].
    Path freshData() {
        return folder.resolve("data.new");
    }

    Path password() {
        return folder.resolve("password");
    }

    Path serverLog() {
        return folder.resolve("postgres.log");
    }

    @Override
    public void close() throws IOException {
        // Only once: by the second time another process may have the folder.
        if (lock.isOpen()) {
            lock.close();
            HELD.remove(folder);
        }
    }
}
