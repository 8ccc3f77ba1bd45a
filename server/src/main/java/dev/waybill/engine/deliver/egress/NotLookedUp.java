package dev.waybill.engine.deliver.egress;

import dev.waybill.domain.delivery.LocalFault;
import java.net.UnknownHostException;

/// The address of a host is not known for a local reason: this process did not ask, or could not.
public final class NotLookedUp extends UnknownHostException {

    private final transient LocalFault fault;

    NotLookedUp(String host, LocalFault fault) {
        super(host);
        this.fault = fault;
    }

    public LocalFault fault() {
        return fault;
    }

    /// Without a stack trace: it would not be read, and there may be thousands a second.
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
