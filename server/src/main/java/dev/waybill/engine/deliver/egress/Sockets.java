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

/// Opens sockets, and tells our own trouble from the other side's if that fails: by where it failed
/// and by trying something else, never by the system's words, which depend on its language.
///
/// Static, because descriptors and routes belong to the whole process.
public final class Sockets {

    /// Descriptors come and go: one that is free now may not have been a moment ago.
    private static final Duration SCARCE_FOR = Duration.ofSeconds(10);

    /// Addresses that nobody has (RFC 5737, RFC 3849). Connecting a datagram socket sends nothing:
    /// it asks for the route.
    private static final InetAddress FAR_AWAY_4 = InetAddress.ofLiteral("192.0.2.1");

    private static final InetAddress FAR_AWAY_6 = InetAddress.ofLiteral("2001:db8::1");

    private static volatile long scarceUntilNanos = System.nanoTime();

    private Sockets() {}

    /// A socket that exists. Without a first option, connecting would make it, and nobody could
    /// tell which of the two failed.
    public static Socket open() throws IOException {
        // A plain `new Socket()` would obey the JVM's SOCKS settings.
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

    /// Whether sockets cannot be opened, or could not be a moment ago. Then nothing that needed one
    /// and failed says anything about anybody else.
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

    /// The fault if it is ours that no connection to this address could be made; null if it is the
    /// other side's, or nobody can tell.
    public static @Nullable LocalFault faultOf(IOException trouble, InetAddress to) {
        return switch (trouble) {
            // Somebody answered, or nobody did. A dead gateway looks like that too, but then nobody
            // can be reached any more, which NodeBreaker notices.
            case ConnectException _, NoRouteToHostException _ -> null;
            // No port; or no address, which is how a system without IPv6 says so; or an address
            // that may not be called, one that broadcasts or is prohibited, which is no route.
            case BindException _ ->
                    to instanceof Inet4Address && hasRoute(to) ? LocalFault.PORTS : null;
            // The net may be unreachable for everybody. Not if there is no way out at all.
            case SocketException _ -> hasRouteOut() ? null : LocalFault.ROUTE;
            case IOException _ -> null;
        };
    }

    private static boolean hasRouteOut() {
        return hasRoute(FAR_AWAY_4) || hasRoute(FAR_AWAY_6);
    }

    private static boolean hasRoute(InetAddress to) {
        try (var socket = new DatagramSocket()) {
            // Or an address that broadcasts would be as good as any.
            socket.setBroadcast(false);
            socket.connect(new InetSocketAddress(to, 9));
            return true;
        } catch (SocketException e) {
            return false;
        }
    }
}
