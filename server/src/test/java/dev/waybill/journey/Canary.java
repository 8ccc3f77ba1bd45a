package dev.waybill.journey;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/// Listens on every address of this machine, and counts who comes.
final class Canary implements AutoCloseable {

    private final ServerSocket socket;
    private final AtomicInteger visits = new AtomicInteger();

    Canary() throws IOException {
        this.socket = new ServerSocket();
        socket.bind(new InetSocketAddress(0));
        Thread.ofVirtual().start(this::listen);
    }

    private void listen() {
        while (!socket.isClosed()) {
            try (var _ = socket.accept()) {
                visits.incrementAndGet();
            } catch (IOException e) {
                // Closed, or a visitor who did not stay.
            }
        }
    }

    int port() {
        return socket.getLocalPort();
    }

    int visits() {
        return visits.get();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
