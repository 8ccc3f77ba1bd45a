package dev.waybill.bench.lab;

import java.util.ArrayDeque;
import java.util.Deque;

/// Resources to be closed at the end, last first, in any case, also on Ctrl-C. Guarded by `this`.
final class Closers implements AutoCloseable {

    private final Deque<AutoCloseable> closers = new ArrayDeque<>();
    private final Thread hook = Thread.ofPlatform().name("bench-end").unstarted(this::closeAll);
    private boolean closed;

    Closers() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// Closes it at once if this is already closed.
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
            // The program is ending: the hook has nothing left to do.
        }
    }

    private synchronized void closeAll() {
        closed = true;
        while (!closers.isEmpty()) {
            closeQuietly(closers.pop());
        }
    }

    /// A failure to close one must not prevent the others from being closed.
    @SuppressWarnings("CatchAndPrintStackTrace")
    private static void closeQuietly(AutoCloseable closer) {
        try {
            closer.close();
        } catch (Exception e) {
            e.printStackTrace();
        }
    }
}
