package dev.waybill.engine.deliver.egress;

import dev.waybill.engine.deliver.egress.Target.Scheme;
import java.net.InetAddress;

/// What a connection is good for: requests to this name at this checked address, and no others.
public record Route(Scheme scheme, String host, int port, InetAddress address) {

    public static Route to(Target target, InetAddress address) {
        return new Route(target.scheme(), target.host(), target.port(), address);
    }
}
