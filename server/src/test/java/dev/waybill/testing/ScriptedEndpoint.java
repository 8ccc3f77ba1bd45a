package dev.waybill.testing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A real receiver on a real socket that behaves as its script says, request by request; the last
/// line of the script is repeated.
///
/// ```
/// try (var endpoint = ScriptedEndpoint.that(respond(503)).then(hang()).then(respond(200))) { … }
/// ```
public final class ScriptedEndpoint implements AutoCloseable {

    private static final int WAIT_SECONDS_MAX = 10;

    /// A received request.
    ///
    /// @param connection the number of the connection it came by, from 1
    public record Received(
            int connection, String requestLine, Map<String, String> headers, byte[] body) {

        public @Nullable String header(String name) {
            return headers.get(name.toLowerCase(Locale.ROOT));
        }
    }

    private final ServerSocket server;
    private final List<Behaviour> script = new ArrayList<>();
    private final AtomicInteger played = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicLong written = new AtomicLong();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final LinkedBlockingQueue<Received> requests = new LinkedBlockingQueue<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    private ScriptedEndpoint(ServerSocketFactory sockets, String address) {
        try {
            server = sockets.createServerSocket(0, 200, InetAddress.ofLiteral(address));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().name("scripted-endpoint").start(this::accept);
    }

    public static ScriptedEndpoint that(Behaviour first) {
        return at("127.0.0.1", first);
    }

    /// On another address of this machine.
    public static ScriptedEndpoint at(String address, Behaviour first) {
        return new ScriptedEndpoint(ServerSocketFactory.getDefault(), address).then(first);
    }

    public static ScriptedEndpoint withTls(SSLContext context, Behaviour first) {
        return new ScriptedEndpoint(context.getServerSocketFactory(), "127.0.0.1").then(first);
    }

    /// To be called before the first request comes.
    public ScriptedEndpoint then(Behaviour next) {
        synchronized (script) {
            script.add(next);
        }
        return this;
    }

    public int port() {
        return server.getLocalPort();
    }

    public String url() {
        return url("/hook");
    }

    public String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    /// The next request, waiting for it if need be.
    public Received take() throws InterruptedException {
        var request = requests.poll(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("no request came within " + WAIT_SECONDS_MAX + " s");
        }
        return request;
    }

    /// Requests that arrived and were not taken yet.
    public int waiting() {
        return requests.size();
    }

    public int connections() {
        return connections.get();
    }

    public long bytesWritten() {
        return written.get();
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            server.close();
            for (var socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        try {
            while (true) {
                var socket = server.accept();
                open.add(socket);
                int number = connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(socket, number));
            }
        } catch (SocketException e) {
            // Closed: the test is over.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve(Socket socket, int number) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream());
            var exchange =
                    new Behaviour.Exchange(socket, socket.getOutputStream(), closing, written);
            boolean again = true;
            while (again) {
                var request = read(in, number);
                if (request == null) {
                    return;
                }
                requests.add(request);
                again = next().play(exchange);
            }
        } catch (IOException e) {
            // The other side went away, as some scripts mean it to.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(socket);
        }
    }

    private Behaviour next() {
        synchronized (script) {
            return script.get(Math.min(played.getAndIncrement(), script.size() - 1));
        }
    }

    private static @Nullable Received read(InputStream in, int connection) throws IOException {
        var requestLine = line(in);
        if (requestLine.isEmpty()) {
            return null;
        }
        var headers = new TreeMap<String, String>();
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            var name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            headers.merge(name, line.substring(colon + 1).strip(), (a, b) -> a + ", " + b);
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return new Received(connection, requestLine, headers, in.readNBytes(length));
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        var text = line.toString();
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
