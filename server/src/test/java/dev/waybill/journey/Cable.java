package dev.waybill.journey;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A network between two programs, such as the service and PostgreSQL: forwards bytes, or holds
/// them. Held bytes continue when it forwards again, as after a stall of a real network.
final class Cable implements AutoCloseable {

    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile int target;
    private boolean stalled;

    private Cable(ServerSocket server, int target) {
        this.server = server;
        this.target = target;
    }

    static Cable to(int port) throws IOException {
        var cable = new Cable(new ServerSocket(0, 100, LOOPBACK), port);
        Thread.ofVirtual().start(cable::acceptAll);
        return cable;
    }

    int port() {
        return server.getLocalPort();
    }

    /// How many connections were made.
    int connections() {
        return connections.get();
    }

    /// The server has moved; connections made from now on go there.
    void leadTo(int port) {
        target = port;
    }

    synchronized void stall() {
        stalled = true;
    }

    synchronized void forward() {
        stalled = false;
        notifyAll();
    }

    private synchronized void awaitForwarding() throws InterruptedException {
        while (stalled) {
            wait();
        }
    }

    private void acceptAll() {
        while (!server.isClosed()) {
            try {
                var near = server.accept();
                connections.incrementAndGet();
                sockets.add(near);
                Thread.ofVirtual().start(() -> connect(near));
            } catch (IOException e) {
                // Closed, or one connection that failed.
            }
        }
    }

    private void connect(Socket near) {
        try {
            awaitForwarding();
            var far = new Socket();
            sockets.add(far);
            far.connect(new InetSocketAddress(LOOPBACK, target));
            Thread.ofVirtual().start(() -> pump(near, far));
            pump(far, near);
        } catch (IOException e) {
            // Connection refused: the near side sees its connection closed.
            close(near);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pump(Socket from, Socket to) {
        var buffer = new byte[64 * 1_024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                awaitForwarding();
                to.getOutputStream().write(buffer, 0, count);
            }
        } catch (IOException e) {
            // One side broke; both are closed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.remove(from);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more either way.
        }
    }

    /// Blocks all connections.
    void pull() throws IOException {
        server.close();
        forward();
        sockets.forEach(Cable::close);
    }

    @Override
    public void close() throws IOException {
        pull();
    }
}
