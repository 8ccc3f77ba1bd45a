package dev.waybill.bench.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/// One persistent connection to the service with at most one open request. Confined to the thread
/// of the loader.
final class Line {

    /// The beginning of an answer, to report what was wrong with a request.
    private static final int PREFIX_BYTES = 256;

    final Framing framing = new Framing(PREFIX_BYTES);
    private final SocketChannel channel;
    private final SelectionKey key;
    private @Nullable ByteBuffer unsent;
    private boolean busy;
    private long sentNanos;

    Line(Selector selector, InetSocketAddress service) throws IOException {
        channel = SocketChannel.open(service);
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    boolean busy() {
        return busy;
    }

    /// When the last request was sent.
    long sentNanos() {
        return sentNanos;
    }

    /// Sends what the socket accepts at once and the rest when it has room; copies only that rest.
    void send(ByteBuffer request) throws IOException {
        busy = true;
        sentNanos = System.nanoTime();
        channel.write(request);
        if (request.hasRemaining()) {
            var rest = ByteBuffer.allocateDirect(request.remaining());
            unsent = rest.put(request).flip();
            key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    void sendRest() throws IOException {
        if (unsent != null) {
            channel.write(unsent);
            if (!unsent.hasRemaining()) {
                unsent = null;
                key.interestOps(SelectionKey.OP_READ);
            }
        }
    }

    /// Returns whether the answer is complete.
    boolean receive(ByteBuffer buffer) throws IOException {
        buffer.clear();
        if (channel.read(buffer) < 0) {
            throw new IOException("the service closed the connection");
        }
        if (!framing.advance(buffer.flip())) {
            return false;
        }
        busy = false;
        return true;
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Already closed.
        }
    }
}
