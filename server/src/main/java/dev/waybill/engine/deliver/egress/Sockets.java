package dev.waybill.engine.deliver.egress;

import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.domain.delivery.Outcome.NotSent;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Opens sockets, and distinguishes local faults from those of the other side: by the step that
/// failed and by further probes, never by the system's messages, which depend on its language.
///
/// Static, because descriptors and routes belong to the whole process.
public final class Sockets {

    /// Descriptors come and go: one that is free now may not have been free a moment ago.
    private static final Duration SCARCE_FOR = Duration.ofSeconds(10);

    /// Addresses that are not assigned (RFC 5737, RFC 3849). Connecting a datagram socket sends
    /// nothing; it only looks up the route.
    private static final InetAddress FAR_AWAY_4 = InetAddress.ofLiteral("192.0.2.1");

    private static final InetAddress FAR_AWAY_6 = InetAddress.ofLiteral("2001:db8::1");

    private static volatile long scarceUntilNanos = System.nanoTime();

    private Sockets() {}

    /// A socket with a descriptor. Without setting an option first, connecting would create it, and
    /// it would be unclear which of the two failed.
    public static Socket open() throws IOException {
        // A plain `new Socket()` would use the JVM's SOCKS settings.
        var socket = new Socket(Proxy.NO_PROXY);
        try {
            socket.setTcpNoDelay(true);
            return socket;
        } catch (SocketException e) {
            socket.close();
            scarceUntilNanos = System.nanoTime() + SCARCE_FOR.toNanos();
            throw new Failed(new NotSent(LocalFault.SOCKETS), "no socket can be opened");
        }
    }

    /// Whether sockets cannot be opened, or could not be a moment ago. A failure that needed a
    /// socket then says nothing about the other side.
    static boolean scarce() {
        if (System.nanoTime() - scarceUntilNanos < 0) {
            return true;
        }
        try (var _ = open()) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /// The local fault that prevented a connection to this address; null if the other side is at
    /// fault, or it is unknown.
    public static @Nullable LocalFault faultOf(IOException trouble, InetAddress to) {
        return switch (trouble) {
            // The other side refused, or did not answer. A dead gateway looks like that too, but
            // then no endpoint can be reached, which NodeBreaker notices.
            case ConnectException _, NoRouteToHostException _ -> null;
            // No free port; or no address, as on a system without IPv6; or an address that cannot
            // be connected to, such as a broadcast address, which counts as no route.
            case BindException _ ->
                    to instanceof Inet4Address && hasRoute(to) ? LocalFault.PORTS : null;
            // The network may be unreachable from everywhere. Not if this machine has no route
            // out.
            case SocketException _ -> hasRouteOut() ? null : LocalFault.ROUTE;
            case IOException _ -> null;
        };
    }

    private static boolean hasRouteOut() {
        return hasRoute(FAR_AWAY_4) || hasRoute(FAR_AWAY_6);
    }

    private static boolean hasRoute(InetAddress to) {
        try (var socket = new DatagramSocket()) {
            // Otherwise a broadcast address would be accepted.
            socket.setBroadcast(false);
            socket.connect(new InetSocketAddress(to, 9));
            return true;
        } catch (SocketException e) {
            return false;
        }
    }
}
