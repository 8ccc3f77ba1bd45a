package dev.waybill.engine.deliver.egress;

import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Outcome.Fault;
import dev.waybill.domain.delivery.Outcome.NotSent;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import java.io.IOException;

/// Carries an outcome from the place of a failure to [PinnedSender], which returns it as a value.
/// It never leaves `engine.deliver`.
public final class Failed extends IOException {

    private final transient Outcome outcome;

    public Failed(Outcome outcome, String message) {
        super(message);
        this.outcome = outcome;
    }

    public Failed(Fault fault, Exception cause) {
        super(cause);
        this.outcome = new Unanswered(fault);
    }

    public Failed(LocalFault fault, Exception cause) {
        super(cause);
        this.outcome = new NotSent(fault);
    }

    public static Failed protocol(String message) {
        return new Failed(new Unanswered(Fault.PROTOCOL), message);
    }

    public Outcome outcome() {
        return outcome;
    }

    /// Without a stack trace: nobody reads it, and a receiver could cause thousands a second.
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
