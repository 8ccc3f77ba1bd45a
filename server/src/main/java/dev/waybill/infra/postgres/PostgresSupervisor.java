package dev.waybill.infra.postgres;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Starts the server, and restarts it whenever it ends, on the same port, until closed. One thread
/// makes all starts and lives as long as the server, because the kernel stops the server when the
/// thread that started it ends.
final class PostgresSupervisor {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresSupervisor.class);

    /// A try fails only if the port was taken meanwhile, and each try uses another one.
    private static final int PORTS_TRIED_MAX = 20;

    private static final Duration BACKOFF_FIRST = Duration.ofMillis(100);
    private static final Duration BACKOFF_MAX = Duration.ofSeconds(5);

    /// How often the size of the server's log is checked.
    private static final Duration LOG_CHECK = Duration.ofMinutes(1);

    private static final Duration THREAD_END_MAX = Duration.ofSeconds(5);

    private final Installation installation;
    private final ServerLog log;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("postgres-keeper").factory());

    // Guarded by `this`, as is counting down `closing`: nothing is started after closing.
    private @Nullable Postmaster current;

    PostgresSupervisor(Installation installation) {
        this.installation = installation;
        this.log = new ServerLog(installation.folder().serverLog());
    }

    /// Returns the port when the server accepts connections.
    int start() throws IOException, InterruptedException {
        try {
            log.trim();
            var first = thread.submit(this::startFirst).get();
            thread.execute(this::keep);
            return first.port();
        } catch (InterruptedException e) {
            close();
            throw e;
        } catch (ExecutionException e) {
            close();
            if (e.getCause() instanceof PostgresFailed failed) {
                throw failed;
            }
            throw new PostgresFailed("PostgreSQL could not be started: " + e.getCause(), e);
        }
    }

    private Postmaster startFirst() throws IOException, InterruptedException {
        for (int tried = 0; ; tried++) {
            long logged = log.length();
            var postmaster = spawn(Ports.firstFree(tried));
            var start = postmaster.awaitReady();
            boolean portTaken = start == Postmaster.Start.EXITED && log.namesTakenPort(logged);
            if (!portTaken || tried == PORTS_TRIED_MAX) {
                require(start, postmaster);
                return postmaster;
            }
        }
    }

    private void require(Postmaster.Start start, Postmaster postmaster) {
        switch (start) {
            case READY ->
                    LOG.atInfo()
                            .addKeyValue("pid", postmaster.pid())
                            .addKeyValue("port", postmaster.port())
                            .log("postgres ready");
            case EXITED ->
                    throw log.failure(
                            "PostgreSQL did not start (it ended with %d)."
                                    .formatted(postmaster.exitCode()));
            case STUCK -> throw log.failure("PostgreSQL did not get ready in time.");
        }
    }

    private synchronized Postmaster spawn(int port) throws IOException {
        if (closing.getCount() == 0) {
            throw new PostgresFailed("PostgreSQL is being stopped.");
        }
        var postmaster = Postmaster.spawn(installation, port);
        current = postmaster;
        return postmaster;
    }

    private void keep() {
        try {
            while (closing.getCount() > 0) {
                watch(postmaster());
            }
        } catch (InterruptedException e) {
            // Closing: the server has ended, so the thread may end.
            Thread.currentThread().interrupt();
        }
    }

    private void watch(Postmaster postmaster) throws InterruptedException {
        while (!postmaster.exitsWithin(LOG_CHECK)) {
            trimLog();
        }
        var backoff = BACKOFF_FIRST;
        while (!closing.await(backoff.toMillis(), TimeUnit.MILLISECONDS)) {
            LOG.atWarn()
                    .addKeyValue("exitCode", postmaster.exitCode())
                    .log("postgres ended unexpectedly, starting it again");
            if (restarted(postmaster.port())) {
                return;
            }
            var doubled = backoff.multipliedBy(2);
            backoff = doubled.compareTo(BACKOFF_MAX) < 0 ? doubled : BACKOFF_MAX;
        }
    }

    private boolean restarted(int port) throws InterruptedException {
        try {
            StalePostgres.stop(installation.folder().data());
            var postmaster = spawn(port);
            var start = postmaster.awaitReady();
            if (start == Postmaster.Start.STUCK) {
                postmaster.stop();
            }
            require(start, postmaster);
            return true;
        } catch (IOException | PostgresFailed e) {
            LOG.atWarn().setCause(e).log("postgres could not be started again, will retry");
            return false;
        }
    }

    private void trimLog() {
        try {
            log.trim();
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("the server's log could not be trimmed");
        }
    }

    synchronized Postmaster postmaster() {
        if (current == null) {
            throw new AssertionError("not started");
        }
        return current;
    }

    private synchronized @Nullable Postmaster stopKeeping() {
        closing.countDown();
        return current;
    }

    /// Stops the server first: if the thread ended before it, the kernel would kill it.
    void close() throws IOException {
        var last = stopKeeping();
        try {
            if (last != null) {
                last.stop();
            }
            thread.shutdownNow();
            if (!thread.awaitTermination(THREAD_END_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.atWarn().log("postgres keeper did not end in time");
            }
        } catch (InterruptedException e) {
            // The kernel, or the next start, stops the remaining processes.
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
