package dev.waybill.engine.deliver.client;

import dev.waybill.testing.SelfSigned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/// A TLS receiver that returns the first byte of each connection, and counts handshakes that made a
/// new session.
final class TlsPeer implements AutoCloseable {

    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final SSLServerSocket server;
    private final AtomicInteger fullHandshakes = new AtomicInteger();

    TlsPeer(SelfSigned certificate, String protocol) throws IOException {
        var sockets = certificate.context().getServerSocketFactory();
        this.server = (SSLServerSocket) sockets.createServerSocket(0, 50, LOOPBACK);
        server.setEnabledProtocols(new String[] {protocol});
        Thread.ofVirtual().start(this::accept);
    }

    int fullHandshakes() {
        return fullHandshakes.get();
    }

    int port() {
        return server.getLocalPort();
    }

    /// Sessions are distinguished by their time in milliseconds, so each connection has its own.
    Socket connect() throws IOException {
        long now = System.currentTimeMillis();
        while (System.currentTimeMillis() == now) {
            Thread.onSpinWait();
        }
        return new Socket(LOOPBACK, server.getLocalPort());
    }

    /// Uses the connection, so that a session that follows the handshake arrives.
    static void talk(SSLSocket socket) throws IOException {
        socket.getOutputStream().write('x');
        if (socket.getInputStream().read() != 'x') {
            throw new AssertionError("another byte came back");
        }
    }

    private void accept() {
        try {
            while (true) {
                var socket = (SSLSocket) server.accept();
                long millis = System.currentTimeMillis();
                Thread.ofVirtual().start(() -> echo(socket, millis));
            }
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }

    private void echo(SSLSocket socket, long acceptedMillis) {
        try (socket) {
            int first = socket.getInputStream().read();
            if (socket.getSession().getCreationTime() >= acceptedMillis) {
                fullHandshakes.incrementAndGet();
            }
            socket.getOutputStream().write(first);
        } catch (IOException e) {
            // The client refused the certificate.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
