package dev.waybill.web.http;

import dev.waybill.infra.net.Cidr;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The proxies in front of the service that may name the client's address.
public final class TrustedProxies {

    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    private final List<Cidr> ranges;

    public TrustedProxies(List<Cidr> ranges) {
        this.ranges = List.copyOf(ranges);
    }

    boolean trusts(InetAddress address) {
        for (var range : ranges) {
            if (range.contains(address)) {
                return true;
            }
        }
        return false;
    }

    /// The client of a request. Only a trusted peer is asked; its headers name the hops of the
    /// request, and the last one that is not a trusted proxy is the client. Anything further back
    /// may be invented.
    ///
    /// A proxy that writes one of the two headers may pass on the other as the client sent it. So
    /// if both are there, they must name the same client.
    InetAddress clientOf(RequestHead head, InetAddress peer) throws BadRequest {
        if (!trusts(peer)) {
            return peer;
        }
        var forwarded = head.headers("Forwarded");
        var forwardedFor = head.headers("X-Forwarded-For");
        if (forwarded.isEmpty()) {
            return forwardedFor.isEmpty() ? peer : last(Hops::listed, forwardedFor, peer);
        }
        var client = last(Hops::forwarded, forwarded, peer);
        if (!forwardedFor.isEmpty() && !last(Hops::listed, forwardedFor, peer).equals(client)) {
            throw BadRequest.because("Forwarded and X-Forwarded-For name different clients.");
        }
        return client;
    }

    /// Goes back from the peer as long as the hops are trusted proxies and have an address.
    private InetAddress last(
            Function<String, List<Optional<InetAddress>>> reader,
            List<String> values,
            InetAddress peer) {
        var client = peer;
        var hops = reader.apply(String.join(",", values));
        for (var hop : hops.reversed()) {
            if (hop.isEmpty() || !trusts(client)) {
                return client;
            }
            client = hop.get();
        }
        return client;
    }
}
