package dev.waybill.engine.deliver.client;

import dev.waybill.domain.delivery.Fault;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The time limit of one attempt, by the monotonic clock. When it is reached, the socket that the
/// attempt waits on is closed. An interrupt would not do: only closing ends every kind of wait.
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

    /// The fault of an attempt that reached this deadline.
    ///
    /// @param begun whether a byte of the response had arrived
    Fault fault(boolean begun) {
        if (cutByExpiry) {
            return Fault.EXPIRY;
        }
        return begun ? Fault.TIMEOUT_TOTAL : Fault.TIMEOUT_FIRST_BYTE;
    }

    /// The attempt waits on this socket from now on.
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

    /// Stops watching the socket. Returns false if it is too late: the socket is closed or about to
    /// be, and must not be used for another attempt.
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
            // The socket is closed either way.
        }
    }
}
