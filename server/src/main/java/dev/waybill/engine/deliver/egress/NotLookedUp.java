package dev.waybill.engine.deliver.egress;

import dev.waybill.domain.delivery.LocalFault;
import java.net.UnknownHostException;

/// A host's address is not known, and the host is not to blame: this node did not ask, or could
/// not.
public final class NotLookedUp extends UnknownHostException {

    private final transient LocalFault fault;

    NotLookedUp(String host, LocalFault fault) {
        super(host);
        this.fault = fault;
    }

    public LocalFault fault() {
        return fault;
    }

    /// Nobody reads the trace, and there may be thousands a second.
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
