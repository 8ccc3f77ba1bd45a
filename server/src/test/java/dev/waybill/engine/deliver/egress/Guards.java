package dev.waybill.engine.deliver.egress;

import java.net.InetAddress;
import java.util.List;

/// Guards of the way out, for tests.
public final class Guards {

    private Guards() {}

    /// The guard with default settings.
    static EgressGuard strict(Resolver resolver) {
        return new EgressGuard(false, PortPolicy.DEFAULT, List.of(), resolver);
    }

    /// As with `--dev`.
    static EgressGuard development(Resolver resolver) {
        return new EgressGuard(true, PortPolicy.DEFAULT, List.of(), resolver);
    }

    /// Every name is this machine.
    public static EgressGuard loopback() {
        return development((_, _, _) -> List.of(InetAddress.ofLiteral("127.0.0.1")));
    }
}
