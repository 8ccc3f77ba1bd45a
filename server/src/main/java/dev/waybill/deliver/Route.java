package dev.waybill.deliver;

import dev.waybill.deliver.Target.Scheme;
import java.net.InetAddress;

/// What a connection is good for: requests to this name at this checked address, and no others.
record Route(Scheme scheme, String host, int port, InetAddress address) {

    static Route to(Target target, InetAddress address) {
        return new Route(target.scheme(), target.host(), target.port(), address);
    }
}
