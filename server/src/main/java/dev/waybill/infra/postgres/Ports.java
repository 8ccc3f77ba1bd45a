package dev.waybill.infra.postgres;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;

/// Finds a port for the server. The server keeps it over restarts, so it must be one that no
/// outgoing connection can take: below the range that Linux uses for those (32768).
final class Ports {

    private static final int FIRST = 15_432;
    private static final int COUNT = 16_000;

    private Ports() {}

    /// The first free port from a start that depends on this process, so that several rarely
    /// collide.
    static int firstFree(int offset) throws IOException {
        long start = ProcessHandle.current().pid() + offset;
        for (long i = start; i < start + COUNT; i++) {
            int port = FIRST + (int) (i % COUNT);
            if (isFree(port)) {
                return port;
            }
        }
        throw new PostgresFailed("No port from %d upwards is free.".formatted(FIRST));
    }

    private static boolean isFree(int port) throws IOException {
        var loopback = InetAddress.ofLiteral(ServerOptions.HOST);
        try (var socket = new ServerSocket(port, 1, loopback)) {
            return socket.isBound();
        } catch (BindException e) {
            return false;
        }
    }
}
