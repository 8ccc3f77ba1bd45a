package dev.waybill.bench.wire;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A receiver on raw sockets that plays the trick its URL names. Also a process of its own:
///
/// ```
/// (start)    port 40123
/// count      count 1234       requests so far
/// ```
public final class HostileReceiver implements AutoCloseable {

    private static final int BACKLOG = 4_096;
    private static final Duration DRIP = Duration.ofMillis(50);
    private static final int HEAD_BYTES_MAX = 64 * 1024;

    /// The first byte of a TLS handshake.
    private static final int TLS = 0x16;

    /// A path that no request may reach.
    private static final String INSIDE = "/inside";

    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong requestsInside = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong written = new AtomicLong();

    public HostileReceiver() throws IOException {
        server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("hostile").start(this::accept);
    }

    static void main(String[] args) throws IOException {
        try (var receiver = new HostileReceiver()) {
            var control = new Control();
            control.say("port " + receiver.server.getLocalPort());
            for (var words = control.next(); words != null; words = control.next()) {
                control.say(words[0] + " " + receiver.requests());
            }
        }
    }

    public String url(Trick trick) {
        return urlAt(server.getLocalPort(), trick);
    }

    public static String urlAt(int port, Trick trick) {
        var scheme = trick == Trick.SLOW_TLS ? "https" : "http";
        return scheme + "://127.0.0.1:" + port + trick.path();
    }

    String insideUrl() {
        return "http://127.0.0.1:" + server.getLocalPort() + INSIDE;
    }

    public long requests() {
        return requests.get();
    }

    /// Requests that only a client that follows redirects would send.
    public long requestsInside() {
        return requestsInside.get();
    }

    public long connections() {
        return connections.get();
    }

    /// Bytes sent over all connections, including buffers of the system.
    public long bytesWritten() {
        return written.get();
    }

    private void accept() {
        while (closing.getCount() > 0) {
            try {
                var socket = server.accept();
                open.add(socket);
                connections.incrementAndGet();
                Thread.ofVirtual().name("hostile").start(() -> serve(socket));
            } catch (IOException e) {
                // Closed, or the peer closed before the answer.
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream());
            in.mark(1);
            int first = in.read();
            in.reset();
            var trick = first == TLS ? Trick.SLOW_TLS : read(in);
            if (trick != null) {
                trick.play(this, new Peer(socket));
            }
        } catch (IOException e) {
            // The sender gave up, as it should.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(socket);
        }
    }

    /// The trick that a request names; null for none.
    private @Nullable Trick read(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0 || head.length() > HEAD_BYTES_MAX) {
                return null;
            }
            head.append((char) next);
        }
        var text = head.toString();
        in.skipNBytes(
                text.lines()
                        .filter(line -> line.startsWith("content-length: "))
                        .mapToLong(line -> Long.parseLong(line.substring(16)))
                        .sum());
        requests.incrementAndGet();
        var path = text.split(" ", 3)[1];
        if (path.equals(INSIDE)) {
            requestsInside.incrementAndGet();
            return null;
        }
        for (var trick : Trick.values()) {
            if (trick.path().equals(path)) {
                return trick;
            }
        }
        return null;
    }

    /// The sender, as a trick sees it.
    final class Peer {

        private final Socket socket;

        Peer(Socket socket) {
            this.socket = socket;
        }

        void write(String text) throws IOException {
            write(Trick.bytes(text));
        }

        void write(byte[] bytes) throws IOException {
            socket.getOutputStream().write(bytes);
            written.addAndGet(bytes.length);
        }

        void writeForEver(String text) throws IOException {
            var bytes = Trick.bytes(text);
            while (closing.getCount() > 0) {
                write(bytes);
            }
        }

        /// Byte by byte, until the sender gives up.
        void drip(String text) throws IOException, InterruptedException {
            for (var next : Trick.bytes(text)) {
                write(new byte[] {next});
                if (closing.await(DRIP.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
            waitForEver();
        }

        /// Until the sender closes, or this receiver does.
        void waitForEver() throws IOException {
            var in = socket.getInputStream();
            while (in.read() >= 0) {
                // Further input is ignored.
            }
        }
    }

    @Override
    public void close() throws IOException {
        closing.countDown();
        server.close();
        for (var socket : open) {
            socket.close();
        }
    }
}
