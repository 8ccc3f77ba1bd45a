package dev.waybill.web.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.SequencedSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One thread that serves many channels. Nothing that runs on it may wait.
///
/// In each turn, clients that have shown a key go first, and a limited number of others follow in
/// the order in which they became ready. A flood of clients without a key therefore delays a
/// publisher by one short turn, not by the whole flood.
final class EventLoop {

    /// In one turn: a few milliseconds of work at most.
    private static final int OTHERS_PER_TURN_MAX = 32;

    /// How often overdue connections are looked for.
    private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long RELIEF_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int READ_BYTES = 64 * 1024;

    /// Between two sweeps, for all connections that have their last answer: reading these bytes
    /// takes time that others need.
    private static final long DROPPED_BYTES_MAX = 64L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(EventLoop.class);

    /// The handler of a channel.
    interface Attachment {

        /// Whether it goes before others.
        default boolean isPreferred() {
            return false;
        }

        /// Something can be read, written or accepted.
        void ready(SelectionKey key) throws IOException;

        /// Called once a second, to close the channel if it is overdue.
        void sweep(long nowNanos);

        /// The channel cannot be used any more.
        void leave();
    }

    private final Selector selector;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /// Channels that are ready and not preferred, the longest waiting first.
    private final SequencedSet<SelectionKey> others = new LinkedHashSet<>();

    private final byte[] received = new byte[READ_BYTES];
    private volatile boolean open = true;
    private volatile int restarts;
    private long sweptNanos = System.nanoTime();
    private long relievedNanos = sweptNanos - RELIEF_NANOS;
    private long droppedBytes;

    EventLoop(String name) {
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// Runs the task on this loop's thread.
    void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    SelectionKey register(SelectableChannel channel, int operations, Attachment attachment)
            throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, operations, attachment);
    }

    /// Reads into [#received], no more than wanted; returns the number of bytes, or a negative
    /// number at the end.
    int read(SocketChannel channel, int wanted) throws IOException {
        return channel.read(ByteBuffer.wrap(received, 0, Math.min(wanted, received.length)));
    }

    /// Whether there is time to read bytes that are not kept. If not, there is again at the next
    /// sweep.
    boolean mayDrop() {
        return droppedBytes < DROPPED_BYTES_MAX;
    }

    /// Reads and drops; returns the number of bytes, or a negative number at the end.
    int drop(SocketChannel channel) throws IOException {
        int count = read(channel, READ_BYTES);
        droppedBytes += count;
        return count;
    }

    /// The bytes of the last read. On this loop's thread, until the next read.
    byte[] received() {
        return received;
    }

    /// Whether connections may be searched for memory: at most ten times a second.
    boolean mayRelieve(long nowNanos) {
        if (nowNanos - relievedNanos < RELIEF_NANOS) {
            return false;
        }
        relievedNanos = nowNanos;
        return true;
    }

    /// Ends the loop and closes its channels.
    void stop() {
        open = false;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// How often the loop had to begin anew after a failure that nothing in it survived.
    int restarts() {
        return restarts;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by this loop's thread only
    private void run() {
        while (open) {
            try {
                loop();
            } catch (Throwable e) {
                // Logging itself may fail, as when memory is short. If the thread ended, no
                // connection would be read again.
                restarts++;
            }
        }
        selector.keys().forEach(key -> attachment(key).leave());
        try {
            selector.close();
        } catch (IOException e) {
            LOG.warn("could not close the selector", e);
        }
    }

    private void loop() {
        while (open) {
            try {
                select();
                tellOthers();
                for (var task = tasks.poll(); task != null; task = tasks.poll()) {
                    run(task);
                }
                sweep();
            } catch (IOException | RuntimeException | Error e) {
                LOG.error("a step of the network loop failed", e);
            }
        }
    }

    private void select() throws IOException {
        if (others.isEmpty()) {
            selector.select(this::tellOrQueue, TimeUnit.NANOSECONDS.toMillis(SWEEP_NANOS));
        } else {
            selector.selectNow(this::tellOrQueue);
        }
    }

    private void tellOrQueue(SelectionKey key) {
        if (attachment(key).isPreferred()) {
            tell(key);
        } else {
            others.add(key);
        }
    }

    private void tellOthers() {
        for (int i = 0; i < OTHERS_PER_TURN_MAX && !others.isEmpty(); i++) {
            tell(others.removeFirst());
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.error("a task of the network loop failed", e);
        }
    }

    private static void tell(SelectionKey key) {
        var attachment = attachment(key);
        try {
            attachment.ready(key);
        } catch (IOException | CancelledKeyException e) {
            // The other side has closed the connection, so there is no answer.
            attachment.leave();
        } catch (RuntimeException | Error e) {
            // This affects one connection; if the thread ended, it would affect all.
            LOG.error("a connection failed", e);
            attachment.leave();
        }
    }

    private void sweep() {
        long now = System.nanoTime();
        if (now - sweptNanos >= SWEEP_NANOS) {
            sweptNanos = now;
            droppedBytes = 0;
            sweep(now);
        }
    }

    /// On this loop's thread.
    void sweep(long nowNanos) {
        selector.keys().forEach(key -> attachment(key).sweep(nowNanos));
    }

    private static Attachment attachment(SelectionKey key) {
        return (Attachment) key.attachment();
    }
}
