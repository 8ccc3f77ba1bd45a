package dev.waybill.client;

import dev.waybill.client.PublishResult.Published;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The events that wait to be sent, in order: a bounded queue that is taken in batches.
final class PendingEvents {

    /// Of all events in the queue, whatever their number.
    static final long BYTES_MAX = 64L * 1024 * 1024;

    /// A written event, and what its publisher waits for.
    record Pending(byte[] bytes, CompletableFuture<Published> result, long sinceNanos) {}

    private final BatchOptions options;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Condition work = lock.newCondition();
    private final Queue<Pending> queue = new ArrayDeque<>();
    private long bytes;
    private boolean closed;

    PendingEvents(BatchOptions options) {
        this.options = options;
    }

    /// Waits for room. Throws [IllegalStateException] once the queue is closed.
    CompletableFuture<Published> put(byte[] event) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            requireOpen();
            while (!hasRoom(event)) {
                room.await();
                requireOpen();
            }
            return add(event);
        } finally {
            lock.unlock();
        }
    }

    /// The same without waiting: empty if there is no room.
    Optional<CompletableFuture<Published>> offer(byte[] event) {
        lock.lock();
        try {
            requireOpen();
            return hasRoom(event) ? Optional.of(add(event)) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the publisher is closed");
        }
    }

    private boolean hasRoom(byte[] event) {
        return queue.size() < options.queue() && bytes + event.length <= BYTES_MAX;
    }

    private CompletableFuture<Published> add(byte[] event) {
        var pending = new Pending(event, new CompletableFuture<>(), System.nanoTime());
        queue.add(pending);
        bytes += event.length;
        if (queue.size() == 1 || isBatchFull()) {
            work.signal();
        }
        return pending.result;
    }

    private boolean isBatchFull() {
        return queue.size() >= options.events() || bytes >= Waybill.BATCH_BYTES_MAX / 2;
    }

    /// The next batch, when it is full or its first event has waited long enough. An empty one
    /// means that the queue is closed and empty.
    List<Pending> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (queue.isEmpty() && !closed) {
                work.await();
            }
            var first = queue.peek();
            while (first != null && !closed && !isBatchFull()) {
                long left = options.linger().toNanos() - (System.nanoTime() - first.sinceNanos);
                if (left <= 0) {
                    break;
                }
                var unused = work.awaitNanos(left);
            }
            var batch = nextBatch();
            room.signalAll();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /// In order, as many as fit a request with the commas between them.
    private List<Pending> nextBatch() {
        var batch = new ArrayList<Pending>();
        int size = 2;
        for (var next = queue.peek(); next != null; next = queue.peek()) {
            size += next.bytes.length + 1;
            if (batch.size() == options.events() || size > Waybill.BATCH_BYTES_MAX) {
                break;
            }
            batch.add(queue.remove());
            bytes -= next.bytes.length;
        }
        return batch;
    }

    /// From now on nothing is accepted, and what is left need not wait for more.
    void close() {
        lock.lock();
        try {
            closed = true;
            work.signalAll();
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Removes what is left.
    List<Pending> drain() {
        lock.lock();
        try {
            var left = List.copyOf(queue);
            queue.clear();
            bytes = 0;
            return left;
        } finally {
            lock.unlock();
        }
    }
}
