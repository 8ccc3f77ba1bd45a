package dev.waybill.engine.deliver.client;

import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.domain.delivery.Outcome.NotSent;
import dev.waybill.engine.deliver.egress.Failed;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Limits the handshakes that compute at once. A handshake takes about a millisecond of a
/// processor, in which the virtual thread does not yield: thousands of them would let every other
/// attempt wait.
///
/// A handshake has a turn while it computes and gives it back while it waits for the receiver, so
/// that a receiver that stalls holds none. Free turns go to the waiting apps one after another, and
/// within an app first to handshakes that have begun.
///
/// Guarded by `this`.
final class HandshakeTurns {

    /// More than one for each processor, because a thread that has a turn may wait for a processor.
    private static final int PER_PROCESSOR = 2;

    /// A handshake waits for this part of the attempt's time at most: the rest is the receiver's.
    private static final int PATIENCE_DIVISOR = 4;

    /// A handshake that waits for its turn.
    private static final class Waiter {
        private final CountDownLatch called = new CountDownLatch(1);
    }

    /// The waiting handshakes of one app.
    private static final class Line {
        private final ArrayDeque<Waiter> begun = new ArrayDeque<>();
        private final ArrayDeque<Waiter> fresh = new ArrayDeque<>();

        ArrayDeque<Waiter> of(boolean hasBegun) {
            return hasBegun ? begun : fresh;
        }

        Waiter next() {
            return begun.isEmpty() ? fresh.remove() : begun.remove();
        }

        boolean isEmpty() {
            return size() == 0;
        }

        int size() {
            return begun.size() + fresh.size();
        }
    }

    /// By app. The first one is next.
    private final LinkedHashMap<UUID, Line> lines = new LinkedHashMap<>();

    private int free;

    HandshakeTurns() {
        this(PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
    }

    HandshakeTurns(int turns) {
        this.free = turns;
    }

    /// A handshake that is about to begin, and has no turn yet.
    Turn forHandshake(UUID appId, Deadline deadline) {
        return new Turn(appId, deadline.left().toNanos() / PATIENCE_DIVISOR);
    }

    /// How many handshakes wait for a turn.
    synchronized int waiting() {
        return lines.values().stream().mapToInt(Line::size).sum();
    }

    /// Null if there was a free turn.
    private synchronized @Nullable Waiter takeOrQueue(UUID appId, boolean begun) {
        if (free > 0) {
            free--;
            return null;
        }
        var waiter = new Waiter();
        lines.computeIfAbsent(appId, _ -> new Line()).of(begun).add(waiter);
        return waiter;
    }

    private synchronized void giveBack() {
        var first = lines.pollFirstEntry();
        if (first == null) {
            free++;
            return;
        }
        var line = first.getValue();
        var waiter = line.next();
        if (!line.isEmpty()) {
            lines.putLast(first.getKey(), line);
        }
        waiter.called.countDown();
    }

    /// Returns false if the waiter has just been called: it has a turn.
    private synchronized boolean leave(UUID appId, boolean begun, Waiter waiter) {
        var line = lines.get(appId);
        if (line == null || !line.of(begun).remove(waiter)) {
            return false;
        }
        if (line.isEmpty()) {
            lines.remove(appId);
        }
        return true;
    }

    /// The turns of one handshake, used by its thread. After it is closed it does nothing.
    final class Turn implements AutoCloseable {

        private final UUID appId;
        private long patienceNanos;
        private boolean begun;
        private boolean held;
        private boolean refused;
        private boolean closed;

        private Turn(UUID appId, long patienceNanos) {
            this.appId = appId;
            this.patienceNanos = patienceNanos;
        }

        /// Waits for a turn.
        ///
        /// @throws Failed if that takes too long; the attempt has sent no request
        void take() throws Failed {
            if (closed || held) {
                return;
            }
            var waiter = takeOrQueue(appId, begun);
            if (waiter != null && !await(waiter)) {
                refused = true;
                throw refusal();
            }
            held = true;
            begun = true;
        }

        private boolean await(Waiter waiter) {
            long start = System.nanoTime();
            try {
                if (waiter.called.await(patienceNanos, TimeUnit.NANOSECONDS)) {
                    return true;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                patienceNanos -= System.nanoTime() - start;
            }
            return !leave(appId, begun, waiter);
        }

        /// Gives the turn back while the handshake waits for the receiver.
        void rest() {
            if (held) {
                held = false;
                giveBack();
            }
        }

        boolean isOver() {
            return closed;
        }

        /// Whether the handshake failed because it got no turn in time.
        boolean isRefused() {
            return refused;
        }

        Failed refusal() {
            return new Failed(
                    new NotSent(LocalFault.HANDSHAKES), "too many handshakes wait for a turn");
        }

        @Override
        public void close() {
            rest();
            closed = true;
        }
    }
}
