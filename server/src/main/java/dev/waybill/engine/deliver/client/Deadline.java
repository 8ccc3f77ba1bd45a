package dev.waybill.engine.deliver.client;

import dev.waybill.domain.delivery.Fault;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One attempt's time, by the monotonic clock. When it is up, the socket the attempt waits on is
/// closed: not an interrupt, because closing is the one thing that ends every kind of waiting.
///
/// Guarded by `this`.
final class Deadline {

    private final long endNanos;
    private final boolean cutByExpiry;
    private @Nullable Closeable watched;
    private boolean fired;

    Deadline(Duration timeLimit, boolean cutByExpiry) {
        this.endNanos = System.nanoTime() + timeLimit.toNanos();
        this.cutByExpiry = cutByExpiry;
    }

    long endNanos() {
        return endNanos;
    }

    boolean passed() {
        return leftNanos() <= 0;
    }

    Duration left() {
        return Duration.ofNanos(Math.max(0, leftNanos()));
    }

    private long leftNanos() {
        return endNanos - System.nanoTime();
    }

    /// The fault of an attempt that it ended.
    ///
    /// @param begun whether a byte of the response had come
    Fault fault(boolean begun) {
        if (cutByExpiry) {
            return Fault.EXPIRY;
        }
        return begun ? Fault.TIMEOUT_TOTAL : Fault.TIMEOUT_FIRST_BYTE;
    }

    /// From now on this socket is what the attempt waits on.
    void watch(Closeable socket) {
        boolean late;
        synchronized (this) {
            watched = socket;
            late = fired;
        }
        if (late) {
            close(socket);
        }
    }

    /// Takes the socket out of danger. False if it is too late: it is closed or about to be, and
    /// must not be given to another attempt.
    synchronized boolean release() {
        watched = null;
        return !fired;
    }

    void fire() {
        Closeable socket;
        synchronized (this) {
            fired = true;
            socket = watched;
        }
        if (socket != null) {
            close(socket);
        }
    }

    private static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
