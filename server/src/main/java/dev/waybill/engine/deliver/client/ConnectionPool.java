package dev.waybill.engine.deliver.client;

import dev.waybill.engine.deliver.egress.Route;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Idle connections by route, latest used first, so that surplus ones age and are closed.
///
/// Guarded by `this`; no socket is closed or read under the lock.
final class ConnectionPool {

    /// Limits open files. As many as there may be attempts under way: with fewer, a burst would
    /// close connections that it needs again.
    static final int IDLE_MAX = 10_000;

    /// One busy host must not push out all others, but many busy endpoints may share a host.
    static final int IDLE_PER_ROUTE_MAX = 4_096;

    private final Map<Route, ArrayDeque<Connection>> idle = new HashMap<>();
    private final int idleMax;
    private final int idlePerRouteMax;
    private int size;
    private boolean closed;

    ConnectionPool() {
        this(IDLE_MAX, IDLE_PER_ROUTE_MAX);
    }

    ConnectionPool(int idleMax, int idlePerRouteMax) {
        this.idleMax = idleMax;
        this.idlePerRouteMax = idlePerRouteMax;
    }

    /// A connection that seems usable, or null. The peer may have closed it all the same.
    @Nullable Connection take(Route route, long nowNanos) {
        while (true) {
            var connection = pop(route);
            if (connection == null) {
                return null;
            }
            if (!connection.outlived(nowNanos) && connection.silent()) {
                return connection;
            }
            connection.close();
        }
    }

    /// Keeps a connection for the next request, or closes it if there is no room.
    void put(Connection connection, long nowNanos) {
        connection.usedAt(nowNanos);
        if (connection.outlived(nowNanos) || !push(connection)) {
            connection.close();
        }
    }

    /// Closes connections that were idle for too long. Returns how many.
    int sweep(long nowNanos) {
        var gone = removeOutlived(nowNanos);
        gone.forEach(Connection::close);
        return gone.size();
    }

    void closeIdle() {
        removeAll().forEach(Connection::close);
    }

    void close() {
        shut();
        closeIdle();
    }

    synchronized int size() {
        return size;
    }

    private synchronized @Nullable Connection pop(Route route) {
        var stack = idle.get(route);
        if (stack == null) {
            return null;
        }
        var connection = stack.pollFirst();
        if (connection != null) {
            size--;
        }
        return connection;
    }

    private synchronized boolean push(Connection connection) {
        if (closed || size >= idleMax) {
            return false;
        }
        var stack = idle.computeIfAbsent(connection.route(), _ -> new ArrayDeque<>());
        if (stack.size() >= idlePerRouteMax) {
            return false;
        }
        stack.addFirst(connection);
        size++;
        return true;
    }

    private synchronized List<Connection> removeOutlived(long nowNanos) {
        var gone = new ArrayList<Connection>();
        for (var stacks = idle.values().iterator(); stacks.hasNext(); ) {
            var stack = stacks.next();
            for (var each = stack.iterator(); each.hasNext(); ) {
                var connection = each.next();
                if (connection.outlived(nowNanos)) {
                    each.remove();
                    gone.add(connection);
                }
            }
            if (stack.isEmpty()) {
                stacks.remove();
            }
        }
        size -= gone.size();
        return gone;
    }

    private synchronized void shut() {
        closed = true;
    }

    private synchronized List<Connection> removeAll() {
        var all = new ArrayList<Connection>(size);
        idle.values().forEach(all::addAll);
        idle.clear();
        size = 0;
        return all;
    }
}
