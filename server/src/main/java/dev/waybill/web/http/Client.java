package dev.waybill.web.http;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// All connections from one address, or from one /64 of IPv6. They share a limit.
final class Client {

    private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final String network;
    private final boolean proxy;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger leaving = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private volatile long busyUntilNanos = System.nanoTime();

    /// A client.
    ///
    /// @param proxy whether it is a trusted proxy, which connects for many
    Client(String network, boolean proxy) {
        this.network = network;
        this.proxy = proxy;
    }

    String network() {
        return network;
    }

    boolean isProxy() {
        return proxy;
    }

    AtomicInteger connections() {
        return connections;
    }

    /// Connections of the client that were chosen to make room and are not closed yet.
    AtomicInteger leaving() {
        return leaving;
    }

    /// Connections that stay open.
    int staying() {
        return connections.get() - leaving.get();
    }

    /// None of its connections was idle: they are not searched again for a moment.
    void foundBusy(long nowNanos) {
        busyUntilNanos = nowNanos + BUSY_NANOS;
    }

    boolean isKnownToBeBusy(long nowNanos) {
        return nowNanos - busyUntilNanos < 0;
    }

    /// Memory that its requests without a key hold.
    AtomicLong bytes() {
        return bytes;
    }
}
