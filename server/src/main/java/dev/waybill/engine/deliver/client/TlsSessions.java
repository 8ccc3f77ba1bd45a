package dev.waybill.engine.deliver.client;

import dev.waybill.engine.deliver.egress.Route;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/// The TLS sessions that new connections resume. A session is offered only on the route that it was
/// made on. Each route therefore has its own context: within a context, JSSE finds sessions by name
/// and port, regardless of the address, and behind a proxy by the port of the proxy.
///
/// A resumed session repeats no check of the certificate, so all sessions of a route end a fixed
/// time after its first handshake.
///
/// Guarded by `this`.
final class TlsSessions {

    /// As many as there may be idle connections. JSSE holds sessions, and with them certificates,
    /// by soft references: the JVM drops them before it runs out of memory.
    static final int ROUTES_MAX = ConnectionPool.IDLE_MAX;

    /// The next connection after this time makes a full handshake. Connections opened before it
    /// live for up to [Connection#AGE_MAX] more.
    static final Duration LIFETIME = Duration.ofMinutes(10);

    /// A receiver can send any number of sessions. JSSE offers up to ten of them in turn.
    private static final int PER_ROUTE_MAX = 10;

    private record Kept(SSLSocketFactory factory, long bornNanos) {

        boolean outlived(long nowNanos) {
            return nowNanos - bornNanos > LIFETIME.toNanos();
        }
    }

    private final Supplier<SSLContext> contexts;
    private final int routesMax;

    /// Oldest first.
    private final LinkedHashMap<Route, Kept> kept = new LinkedHashMap<>();

    /// @param contexts new contexts that all trust the same issuers
    TlsSessions(Supplier<SSLContext> contexts) {
        this(contexts, ROUTES_MAX);
    }

    TlsSessions(Supplier<SSLContext> contexts, int routesMax) {
        this.contexts = contexts;
        this.routesMax = routesMax;
    }

    /// Makes sockets that resume the sessions of this route.
    synchronized SSLSocketFactory of(Route route, long nowNanos) {
        dropOutlived(nowNanos);
        var known = kept.get(route);
        if (known != null) {
            return known.factory;
        }
        if (kept.size() >= routesMax) {
            var _ = kept.pollFirstEntry();
        }
        var fresh = new Kept(newFactory(), nowNanos);
        kept.put(route, fresh);
        return fresh.factory;
    }

    synchronized int size() {
        return kept.size();
    }

    private SSLSocketFactory newFactory() {
        var context = contexts.get();
        context.getClientSessionContext().setSessionCacheSize(PER_ROUTE_MAX);
        return context.getSocketFactory();
    }

    private void dropOutlived(long nowNanos) {
        for (Map.Entry<Route, Kept> oldest = kept.firstEntry();
                oldest != null && oldest.getValue().outlived(nowNanos);
                oldest = kept.firstEntry()) {
            var _ = kept.pollFirstEntry();
        }
    }
}
