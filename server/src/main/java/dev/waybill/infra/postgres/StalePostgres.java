package dev.waybill.infra.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Server processes of an earlier run that still use a data folder. Only the holder of its lock may
/// look for them: there can be no others then.
final class StalePostgres {

    private static final Logger LOG = LoggerFactory.getLogger(StalePostgres.class);

    /// A fast shutdown writes one checkpoint: seconds, unless the disk is slow or faulty.
    private static final Duration FAST_MAX = Duration.ofSeconds(30);

    private static final Duration IMMEDIATE_MAX = Duration.ofSeconds(5);

    private static final Duration PAUSE = Duration.ofMillis(10);

    private static final Path PROC = Path.of("/proc");

    private StalePostgres() {}

    /// Returns when no server process is left. Also removes `postmaster.pid`: its number may by now
    /// belong to an unrelated process, which would prevent the next server from starting.
    static void stop(Path data) throws IOException, InterruptedException {
        if (!Files.isDirectory(data)) {
            return;
        }
        var left = find(data);
        if (!left.isEmpty()) {
            LOG.atInfo().addKeyValue("pids", left).log("stopping leftover server processes");
            // Only to the postmaster: for its children this signal has other meanings, and they end
            // by themselves after it.
            var postmaster = PostmasterFile.read(data).map(PostmasterFile::pid);
            if (postmaster.isPresent() && left.contains(postmaster.get())) {
                Signal.INT.send(postmaster.get());
            }
            boolean gone =
                    gone(data, FAST_MAX) || goneBy(Signal.QUIT, data) || goneBy(Signal.KILL, data);
            if (!gone) {
                throw new PostgresFailed(
                        """
                        Server processes %s of an earlier run cannot be stopped. End them, \
                        then start again.\
                        """
                                .formatted(find(data)));
            }
        }
        Files.deleteIfExists(PostmasterFile.in(data));
    }

    private static boolean goneBy(Signal signal, Path data)
            throws IOException, InterruptedException {
        for (long pid : find(data)) {
            signal.send(pid);
        }
        return gone(data, IMMEDIATE_MAX);
    }

    private static boolean gone(Path data, Duration max) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!find(data).isEmpty()) {
            if (System.nanoTime() - start > max.toNanos()) {
                return false;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return true;
    }

    static Set<Long> find(Path data) throws IOException {
        return Files.isDirectory(PROC.resolve("self")) ? workingIn(data) : namedBy(data);
    }

    // Every server process, child or parent, has the data folder as its working directory.
    private static Set<Long> workingIn(Path data) throws IOException {
        var folder = data.toRealPath();
        var found = new TreeSet<Long>();
        try (var processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (var process : processes) {
                if (isWorkingIn(process, folder)) {
                    found.add(Long.parseLong(process.getFileName().toString()));
                }
            }
        }
        return found;
    }

    private static boolean isWorkingIn(Path process, Path folder) {
        try {
            return Files.readSymbolicLink(process.resolve("cwd")).equals(folder);
        } catch (IOException e) {
            // It has ended meanwhile, or belongs to another user.
            return false;
        }
    }

    // Without /proc, as on macOS: the process in the file, if it is a server on this folder.
    private static Set<Long> namedBy(Path data) throws IOException {
        var pid = PostmasterFile.read(data).map(PostmasterFile::pid);
        boolean ours =
                pid.flatMap(ProcessHandle::of)
                        .filter(ProcessHandle::isAlive)
                        .flatMap(process -> process.info().commandLine())
                        .filter(line -> line.contains("postgres") && line.contains("" + data))
                        .isPresent();
        return ours ? Set.of(pid.orElseThrow()) : Set.of();
    }
}
