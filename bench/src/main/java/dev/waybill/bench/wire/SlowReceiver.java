package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Answers every request with an empty 200, so many milliseconds after its first byte; with 0 it
/// never answers. A connection costs it next to nothing, so that it can have ten thousand. A
/// process of its own, started with the milliseconds:
///
/// ```
/// (start)    port 40123
/// count      count 1234       requests so far
/// open       open 1234        requests without an answer
/// ```
public final class SlowReceiver {

    private static final int BACKLOG = 4_096;
    private static final int BUFFER_BYTES = 256 * 1024;
    private static final byte[] OK =
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".getBytes(US_ASCII);

    /// A request to be answered. Not a record, because it is compared by identity.
    private static final class Pending {
        private final SelectionKey key;
        private final long dueNanos;

        Pending(SelectionKey key, long dueNanos) {
            this.key = key;
            this.dueNanos = dueNanos;
        }
    }

    private final long delayNanos;
    private final Selector selector = Selector.open();
    private final ServerSocketChannel server = ServerSocketChannel.open();
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private final AtomicLong count = new AtomicLong();
    private final AtomicInteger open = new AtomicInteger();

    SlowReceiver(Duration delay) throws IOException {
        this.delayNanos = delay.toNanos();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
    }

    static void main(String[] args) throws IOException {
        var receiver = new SlowReceiver(Duration.ofMillis(Long.parseLong(args[0])));
        Thread.ofPlatform().daemon().name("slow-receiver").start(receiver::run);
        var control = new Control();
        control.say("port " + receiver.port());
        for (var words = control.next(); words != null; words = control.next()) {
            control.say(
                    words[0].equals("open")
                            ? "open " + receiver.open.get()
                            : "count " + receiver.count.get());
        }
    }

    int port() throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    void run() {
        try {
            while (true) {
                selector.select(this::serve, untilNext());
                answerDue();
            }
        } catch (IOException e) {
            throw new IllegalStateException("the slow receiver's sockets broke", e);
        }
    }

    private long untilNext() {
        var next = pending.peek();
        return next == null ? 0 : Math.max(1, (next.dueNanos - System.nanoTime()) / 1_000_000);
    }

    private void serve(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept();
            } else {
                read(key);
            }
        } catch (IOException e) {
            // The other side closed.
            drop(key);
        }
    }

    private void accept() throws IOException {
        for (var peer = server.accept(); peer != null; peer = server.accept()) {
            peer.configureBlocking(false);
            peer.register(selector, SelectionKey.OP_READ);
        }
    }

    /// Bytes that arrive before the answer belong to the same request.
    private void read(SelectionKey key) throws IOException {
        in.clear();
        if (((SocketChannel) key.channel()).read(in) < 0) {
            drop(key);
        } else if (key.attachment() == null) {
            var request = new Pending(key, System.nanoTime() + delayNanos);
            key.attach(request);
            count.incrementAndGet();
            open.incrementAndGet();
            if (delayNanos > 0) {
                pending.add(request);
            }
        }
    }

    private void answerDue() {
        long now = System.nanoTime();
        for (var next = due(now); next != null; next = due(now)) {
            if (next.key.isValid() && next.key.attachment() == next) {
                next.key.attach(null);
                open.decrementAndGet();
                try {
                    // A peer has one open request, so its send buffer always has room for this.
                    ((SocketChannel) next.key.channel()).write(ByteBuffer.wrap(OK));
                } catch (IOException e) {
                    drop(next.key);
                }
            }
        }
    }

    private @Nullable Pending due(long now) {
        var next = pending.peek();
        return next == null || next.dueNanos - now > 0 ? null : pending.poll();
    }

    private void drop(SelectionKey key) {
        if (key.attachment() != null) {
            key.attach(null);
            open.decrementAndGet();
        }
        try {
            key.channel().close();
        } catch (IOException e) {
            // Already closed.
        }
    }
}
