package dev.waybill.web.http;

import dev.waybill.infra.net.Network;
import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The clients that have connections open.
final class Clients {

    private final TrustedProxies proxies;
    private final ConcurrentMap<String, Client> byNetwork = new ConcurrentHashMap<>();

    Clients(TrustedProxies proxies) {
        this.proxies = proxies;
    }

    /// The client at this address, with one connection more.
    Client connected(InetAddress address) {
        return byNetwork.compute(
                Network.of(address),
                (network, known) -> {
                    var client =
                            known == null ? new Client(network, proxies.trusts(address)) : known;
                    client.connections().incrementAndGet();
                    return client;
                });
    }

    /// One connection less.
    void disconnected(Client client) {
        byNetwork.computeIfPresent(
                client.network(),
                (_, known) -> client.connections().decrementAndGet() == 0 ? null : known);
    }
}
