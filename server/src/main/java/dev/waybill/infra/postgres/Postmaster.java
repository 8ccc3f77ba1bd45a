package dev.waybill.infra.postgres;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// One run of the server.
final class Postmaster {

    /// The result of waiting for the server.
    enum Start {
        READY,
        /// The server has exited; its log contains the reason.
        EXITED,
        /// The server neither became ready nor exited within the limits.
        STUCK
    }

    /// The server reports within milliseconds that it is starting.
    private static final Duration FIRST_SIGN_MAX = Duration.ofSeconds(60);

    /// The time to replay 4 GB of log (our `max_wal_size`) on a slow disk.
    private static final Duration RECOVERY_MAX = Duration.ofMinutes(10);

    /// Short, because it is part of every start.
    private static final Duration POLL = Duration.ofMillis(10);

    private static final Duration FAST_STOP_MAX = Duration.ofSeconds(30);
    private static final Duration IMMEDIATE_STOP_MAX = Duration.ofSeconds(5);

    private final Process process;
    private final Path data;
    private final int port;

    private Postmaster(Process process, Path data, int port) {
        this.process = process;
        this.data = data;
        this.port = port;
    }

    /// The server ends with the thread that calls this: see [Unprivileged#command].
    static Postmaster spawn(Installation installation, int port) throws IOException {
        var folder = installation.folder();
        var arguments = ServerOptions.arguments(installation, port);
        new ServerLog(folder.serverLog()).prepare();
        var log = ProcessBuilder.Redirect.appendTo(folder.serverLog().toFile());
        var process =
                Command.builder(installation.command("INT", "postgres", arguments))
                        .redirectInput(new File("/dev/null"))
                        .redirectOutput(log)
                        .start();
        return new Postmaster(process, folder.data(), port);
    }

    /// Waits for the status in `postmaster.pid`: cheaper than connecting, and it cannot be that of
    /// another server that took the port.
    Start awaitReady() throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (true) {
            var status = PostmasterFile.read(data).filter(file -> file.pid() == process.pid());
            if (status.isPresent() && status.get().ready()) {
                return Start.READY;
            }
            boolean recovering = status.isPresent() && status.get().starting();
            var max = recovering ? RECOVERY_MAX : FIRST_SIGN_MAX;
            if (System.nanoTime() - start > max.toNanos()) {
                return Start.STUCK;
            }
            if (exitsWithin(POLL)) {
                return Start.EXITED;
            }
        }
    }

    boolean exitsWithin(Duration time) throws InterruptedException {
        return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    void stop() throws IOException, InterruptedException {
        if (process.isAlive()) {
            Signal.INT.send(process.pid());
        }
        if (!exitsWithin(FAST_STOP_MAX)) {
            Signal.QUIT.send(process.pid());
        }
        if (!exitsWithin(IMMEDIATE_STOP_MAX)) {
            process.destroyForcibly().waitFor();
        }
    }

    boolean alive() {
        return process.isAlive();
    }

    int exitCode() {
        return process.exitValue();
    }

    long pid() {
        return process.pid();
    }

    int port() {
        return port;
    }
}
