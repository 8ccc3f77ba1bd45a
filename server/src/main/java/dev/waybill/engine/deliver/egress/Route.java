package dev.waybill.engine.deliver.egress;

import dev.waybill.engine.deliver.egress.Target.Scheme;
import java.net.InetAddress;

/// The target of a connection: only requests to this name at this checked address may use it.
public record Route(Scheme scheme, String host, int port, InetAddress address) {

    public static Route to(Target target, InetAddress address) {
        return new Route(target.scheme(), target.host(), target.port(), address);
    }
}
