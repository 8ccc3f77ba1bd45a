package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// Answers every request with an empty 200 at once, over TLS or without, and counts handshakes. A
/// process of its own, started with its behaviour, and with the key store and its password:
///
/// ```
/// (start)       port 40123
/// handshakes    handshakes 12 345     full, and resumed
/// ```
public final class TlsReceiver {

    /// The way a receiver treats connections and sessions.
    public enum Behaviour {
        /// No TLS, and connections stay open.
        PLAIN,
        /// Connections stay open.
        KEPT,
        /// Connections are closed after each response; their sessions can be resumed.
        RESUMED,
        /// Connections are closed after each response; no session can be resumed.
        FULL;

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        public boolean closes() {
            return this == RESUMED || this == FULL;
        }
    }

    private static final int BACKLOG = 4_096;
    private static final int BUFFER_BYTES = 4 * 1024;
    private static final byte[] STAY =
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".getBytes(US_ASCII);
    private static final byte[] CLOSE =
            "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n".getBytes(US_ASCII);

    private final Behaviour behaviour;
    private final ServerSocket server;
    private final AtomicLong full = new AtomicLong();
    private final AtomicLong resumed = new AtomicLong();

    TlsReceiver(Behaviour behaviour, Path keys, String password)
            throws IOException, GeneralSecurityException {
        this.behaviour = behaviour;
        var loopback = InetAddress.ofLiteral("127.0.0.1");
        this.server =
                behaviour == Behaviour.PLAIN
                        ? new ServerSocket(0, BACKLOG, loopback)
                        : context(keys, password)
                                .getServerSocketFactory()
                                .createServerSocket(0, BACKLOG, loopback);
    }

    static void main(String[] args) throws IOException, GeneralSecurityException {
        var behaviour = Behaviour.valueOf(args[0]);
        if (behaviour == Behaviour.FULL) {
            // Read once, by the first context.
            System.setProperty("jdk.tls.server.newSessionTicketCount", "0");
        }
        var receiver = new TlsReceiver(behaviour, Path.of(args[1]), args[2]);
        Thread.ofPlatform().daemon().name("receiver").start(receiver::accept);
        var control = new Control();
        control.say("port " + receiver.port());
        for (var words = control.next(); words != null; words = control.next()) {
            control.say(receiver.answer(words[0]));
        }
    }

    int port() {
        return server.getLocalPort();
    }

    String answer(String question) {
        return switch (question) {
            case "handshakes" -> "handshakes %d %d".formatted(full.get(), resumed.get());
            case String unknown -> throw new IllegalArgumentException(unknown);
        };
    }

    private static SSLContext context(Path keys, String password)
            throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance(keys.toFile(), password.toCharArray());
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, password.toCharArray());
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    void accept() {
        try {
            while (true) {
                var socket = server.accept();
                long millis = System.currentTimeMillis();
                Thread.ofVirtual().start(() -> serve(socket, millis));
            }
        } catch (IOException e) {
            throw new IllegalStateException("no more connections can be taken", e);
        }
    }

    private void serve(Socket socket, long acceptedMillis) {
        try (socket) {
            socket.setTcpNoDelay(true);
            if (socket instanceof SSLSocket tls) {
                // A handshake that fails has a session without a meaning, and throws later.
                boolean old = tls.getSession().getCreationTime() < acceptedMillis;
                (old ? resumed : full).incrementAndGet();
            }
            answerAll(socket);
        } catch (IOException e) {
            // The other side closed.
        }
    }

    private void answerAll(Socket socket) throws IOException {
        var in = socket.getInputStream();
        var out = socket.getOutputStream();
        var framing = new Framing(0);
        var bytes = new byte[BUFFER_BYTES];
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
            var read = ByteBuffer.wrap(bytes, 0, count);
            while (framing.advance(read)) {
                out.write(behaviour.closes() ? CLOSE : STAY);
                if (behaviour.closes()) {
                    return;
                }
            }
        }
    }
}
