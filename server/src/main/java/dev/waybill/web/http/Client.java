package dev.waybill.web.http;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// All connections from one address, or from one /64 of IPv6. They share a limit.
final class Client {

    private final String network;
    private final boolean proxy;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

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

    /// Memory that its requests without a key hold.
    AtomicLong bytes() {
        return bytes;
    }
}
