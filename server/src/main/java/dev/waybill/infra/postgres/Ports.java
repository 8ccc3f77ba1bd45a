package dev.waybill.infra.postgres;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;

/// Finds a port for the server. It keeps the port over restarts, so it must be one that no outgoing
/// connection can take meanwhile: below the range from which Linux hands those out (32768).
final class Ports {

    private static final int FIRST = 15_432;
    private static final int COUNT = 16_000;

    private Ports() {}

    /// The first free port from a place of this process's own, so that several rarely collide.
    static int firstFree(int offset) throws IOException {
        long start = ProcessHandle.current().pid() + offset;
        for (long i = start; i < start + COUNT; i++) {
            int port = FIRST + (int) (i % COUNT);
            if (isFree(port)) {
                return port;
            }
        }
        throw new PostgresFailed("No port from %d on is free.".formatted(FIRST));
    }

    static boolean isFree(int port) throws IOException {
        var loopback = InetAddress.ofLiteral(ServerOptions.HOST);
        try (var socket = new ServerSocket(port, 1, loopback)) {
            return socket.isBound();
        } catch (BindException e) {
            return false;
        }
    }
}
