package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;

/// Answers every request with an empty 200 at once, and counts. A process of its own:
///
/// ```
/// (start)    port 40123
/// count      count 1234
/// latency    latency <count> <p50> <p99> <max>   nanoseconds
/// reset      reset                               forgets latencies
/// ```
public final class Receiver {

    /// A service may open connections for several hundred requests in flight, all at once.
    private static final int BACKLOG = 4_096;

    private static final int BUFFER_BYTES = 64 * 1024;

    /// The metadata of an envelope fits into half of this.
    private static final int PREFIX_BYTES = 512;

    private static final ByteBuffer OK =
            ByteBuffer.wrap("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".getBytes(US_ASCII));

    private final Selector selector;
    private final ServerSocketChannel server;
    private final boolean timed;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer answer = ByteBuffer.allocateDirect(OK.capacity()).put(OK.duplicate());
    private final AtomicLong count = new AtomicLong();
    private final Latencies latencies = new Latencies();

    /// @param timed whether to read the times in bodies
    Receiver(boolean timed) throws IOException {
        this.timed = timed;
        this.selector = Selector.open();
        this.server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
    }

    static void main(String[] args) throws IOException {
        var receiver = new Receiver(args.length > 0 && args[0].equals("timed"));
        Thread.ofPlatform().daemon().name("receiver").start(receiver::run);
        var control = new Control();
        control.say("port " + receiver.port());
        for (var words = control.next(); words != null; words = control.next()) {
            control.say(receiver.answer(words[0]));
        }
    }

    int port() throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    long count() {
        return count.get();
    }

    Latencies latencies() {
        return latencies;
    }

    private String answer(String question) {
        return switch (question) {
            case "count" -> "count " + count.get();
            case "latency" -> {
                var summary = latencies.summary();
                yield "latency %d %d %d %d"
                        .formatted(summary[0], summary[1], summary[2], summary[3]);
            }
            case "reset" -> {
                latencies.reset();
                yield "reset";
            }
            case String unknown -> throw new IllegalArgumentException(unknown);
        };
    }

    void run() {
        try {
            while (true) {
                selector.select(this::serve);
            }
        } catch (IOException e) {
            throw new IllegalStateException("the receiver's sockets broke", e);
        }
    }

    private void serve(SelectionKey key) {
        if (key.isAcceptable()) {
            accept();
        } else {
            try {
                read(key);
            } catch (IOException e) {
                // The other side closed.
                drop(key);
            }
        }
    }

    private void accept() {
        try {
            for (var peer = server.accept(); peer != null; peer = server.accept()) {
                peer.configureBlocking(false);
                peer.setOption(StandardSocketOptions.TCP_NODELAY, true);
                peer.register(
                        selector, SelectionKey.OP_READ, new Framing(timed ? PREFIX_BYTES : 0));
            }
        } catch (IOException e) {
            throw new IllegalStateException("no more connections can be taken", e);
        }
    }

    private void read(SelectionKey key) throws IOException {
        var peer = (SocketChannel) key.channel();
        var framing = (Framing) key.attachment();
        buffer.clear();
        if (peer.read(buffer) < 0) {
            drop(key);
            return;
        }
        buffer.flip();
        while (framing.advance(buffer)) {
            if (timed) {
                latencies.record(framing.prefix(), framing.prefixLength(), System.nanoTime());
            }
            // Only one thread writes it, so an atomic addition is not needed.
            count.setRelease(count.getPlain() + 1);
            answer.rewind();
            // A peer has one open request, so its send buffer always has room for this.
            while (answer.hasRemaining()) {
                peer.write(answer);
            }
        }
    }

    private static void drop(SelectionKey key) {
        try {
            key.channel().close();
        } catch (IOException e) {
            // Already closed.
        }
    }
}
