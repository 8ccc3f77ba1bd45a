package dev.waybill.bench.lab;

import java.util.ArrayDeque;
import java.util.Deque;

/// What must be undone at the end, last first, whatever happens: also on Ctrl-C. Guarded by `this`.
final class Closers implements AutoCloseable {

    private final Deque<AutoCloseable> closers = new ArrayDeque<>();
    private final Thread hook = Thread.ofPlatform().name("bench-end").unstarted(this::closeAll);
    private boolean closed;

    Closers() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// Closes it at once if the end has come already.
    synchronized <T extends AutoCloseable> T add(T closer) {
        if (closed) {
            closeQuietly(closer);
            throw new IllegalStateException("the benchmark is being stopped");
        }
        closers.push(closer);
        return closer;
    }

    @Override
    public void close() {
        closeAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending: the hook finds nothing left to do.
        }
    }

    private synchronized void closeAll() {
        closed = true;
        while (!closers.isEmpty()) {
            closeQuietly(closers.pop());
        }
    }

    /// One that fails to close must not keep the others from it.
    @SuppressWarnings("CatchAndPrintStackTrace")
    private static void closeQuietly(AutoCloseable closer) {
        try {
            closer.close();
        } catch (Exception e) {
            e.printStackTrace();
        }
    }
}
