package dev.waybill.engine.deliver.client;

import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.domain.delivery.Outcome.Blocked;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.egress.EgressProxy;
import dev.waybill.engine.deliver.egress.Failed;
import dev.waybill.engine.deliver.egress.Route;
import dev.waybill.engine.deliver.egress.Sockets;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Opens connections, only to the address of the route, and with TLS if the route requires it.
final class Dialer {

    private static final Duration CONNECT_MAX = Duration.ofSeconds(5);

    private final EgressGuard guard;
    private final Tls tls;
    private final @Nullable EgressProxy proxy;

    Dialer(EgressGuard guard, Tls tls, @Nullable EgressProxy proxy) {
        this.guard = guard;
        this.tls = tls;
        this.proxy = proxy;
    }

    /// Until this returns, the receiver has seen a connection and perhaps a handshake, but no
    /// request.
    ///
    /// @param appId the app whose event is to be sent
    Connection dial(Route route, UUID appId, Deadline deadline) throws IOException {
        var wire = Sockets.open();
        boolean open = false;
        try {
            deadline.watch(wire);
            connect(wire, route, deadline);
            var connection = connection(wire, route, appId, deadline);
            open = true;
            return connection;
        } finally {
            if (!open) {
                wire.close();
            }
        }
    }

    private Connection connection(Socket wire, Route route, UUID appId, Deadline deadline)
            throws IOException {
        return switch (route.scheme()) {
            case HTTP -> new Connection(route, wire, wire, System.nanoTime());
            case HTTPS -> {
                var secured = tls.over(wire, route, appId, deadline);
                yield new Connection(route, secured.wire(), secured.talk(), System.nanoTime());
            }
        };
    }

    private void connect(Socket wire, Route route, Deadline deadline) throws IOException {
        if (proxy != null) {
            connectToProxy(wire, proxy, deadline);
            proxy.openTunnel(wire, route);
            return;
        }
        try {
            var address = new InetSocketAddress(route.address(), route.port());
            wire.connect(address, connectMillis(deadline));
        } catch (IOException e) {
            // The deadline may have closed the socket by then. isClosed does not show that:
            // from JDK 24 on, a socket that fails to connect is closed.
            var ours = deadline.passed() ? null : Sockets.faultOf(e, route.address());
            throw ours == null ? notConnected(e) : new Failed(ours, e);
        }
        // The actual address, not the intended one: the last check before the first byte.
        if (!guard.allows(wire.getInetAddress())) {
            throw new Failed(new Blocked(), "connected to a denied address");
        }
    }

    private static Failed notConnected(IOException trouble) {
        return switch (trouble) {
            // The time limit of the system is longer than ours and is never reached.
            case ConnectException e -> new Failed(Fault.CONNECT_REFUSED, e);
            case SocketTimeoutException e -> new Failed(Fault.CONNECT_TIMEOUT, e);
            case IOException e -> new Failed(Fault.CONNECT_OTHER, e, e.getMessage());
        };
    }

    /// A failure here is never the fault of the endpoint.
    private static void connectToProxy(Socket wire, EgressProxy proxy, Deadline deadline)
            throws Failed {
        try {
            wire.connect(proxy.address(), connectMillis(deadline));
        } catch (IOException e) {
            throw new Failed(LocalFault.PROXY, e);
        }
    }

    /// Rounded up, so that reaching the deadline can be distinguished from reaching this limit.
    /// Never 0, which would mean no limit.
    private static int connectMillis(Deadline deadline) {
        return (int) Math.min(CONNECT_MAX.toMillis(), deadline.left().toMillis() + 1);
    }
}
