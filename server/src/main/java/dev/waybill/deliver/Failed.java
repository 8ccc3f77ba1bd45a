package dev.waybill.deliver;

import dev.waybill.domain.LocalFault;
import dev.waybill.domain.Outcome;
import dev.waybill.domain.Outcome.Fault;
import dev.waybill.domain.Outcome.NotSent;
import dev.waybill.domain.Outcome.Unanswered;
import java.io.IOException;

/// Carries an outcome up from where the trouble was noticed to [PinnedSender], which makes it a
/// value. It never leaves this package.
final class Failed extends IOException {

    private final transient Outcome outcome;

    Failed(Outcome outcome, String message) {
        super(message);
        this.outcome = outcome;
    }

    Failed(Fault fault, Exception cause) {
        super(cause);
        this.outcome = new Unanswered(fault);
    }

    Failed(LocalFault fault, Exception cause) {
        super(cause);
        this.outcome = new NotSent(fault);
    }

    static Failed protocol(String message) {
        return new Failed(new Unanswered(Fault.PROTOCOL), message);
    }

    Outcome outcome() {
        return outcome;
    }

    /// Nobody reads the trace, and a receiver could make us take thousands a second.
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
