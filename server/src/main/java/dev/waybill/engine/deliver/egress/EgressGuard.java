package dev.waybill.engine.deliver.egress;

import dev.waybill.infra.net.Cidr;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/// Decides which targets requests may be sent to: by scheme, name, port and address. It checks a
/// URL when it is stored, and again for every attempt.
public final class EgressGuard {

    private final boolean development;
    private final PortPolicy ports;
    private final List<Cidr> allowed;
    private final Resolver resolver;

    /// @param development also allows receivers on this machine, and any port
    /// @param allowed private addresses that the operator allows
    public EgressGuard(
            boolean development, PortPolicy ports, List<Cidr> allowed, Resolver resolver) {
        this.development = development;
        this.ports = development ? PortPolicy.ANY : ports;
        this.allowed = List.copyOf(allowed);
        this.resolver = resolver;
    }

    /// Refuses targets that no resolution of the name could make valid.
    public void check(Target target) throws Target.Unusable {
        if (target.scheme() == Target.Scheme.HTTP && !development) {
            throw new Target.Unusable("it must begin with https:// (http:// needs --dev)");
        }
        if (!ports.allows(target.port())) {
            throw new Target.Unusable("port " + target.port() + " is not allowed");
        }
        boolean privateNamesMakeSense = development || !allowed.isEmpty();
        if (!privateNamesMakeSense
                && !target.hasLiteralAddress()
                && HostName.isSpecial(target.host())) {
            throw new Target.Unusable(
                    "the host is a private name, and Waybill does not call hosts of its own"
                            + " network");
        }
    }

    /// The same rules with another resolver.
    public EgressGuard with(Resolver other) {
        return new EgressGuard(development, ports, allowed, other);
    }

    /// Whether all current addresses of the host are allowed.
    ///
    /// @param appId the app of the endpoint
    public boolean allowsHost(Target target, UUID appId, Duration timeLimit)
            throws UnknownHostException {
        return resolver.resolve(target.host(), appId, timeLimit).stream().allMatch(this::allows);
    }

    /// All addresses of the target. If one of them is denied, none is allowed: such a name is
    /// suspicious.
    ///
    /// @throws Target.Unusable if requests must not be sent to it
    public List<InetAddress> addresses(Target target, UUID appId, Duration timeLimit)
            throws UnknownHostException, Target.Unusable {
        check(target);
        var addresses = resolver.resolve(target.host(), appId, timeLimit);
        if (!addresses.stream().allMatch(this::allows)) {
            throw new Target.Unusable("the host has an address that must not be called");
        }
        return addresses;
    }

    public boolean allows(InetAddress address) {
        return (development && address.isLoopbackAddress())
                || AddressClass.isPublic(address)
                || allowed.stream().anyMatch(range -> range.contains(address));
    }
}
