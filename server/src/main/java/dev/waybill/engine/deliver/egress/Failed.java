package dev.waybill.engine.deliver.egress;

import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Outcome.NotSent;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Carries an outcome from the place of a failure to [PinnedSender], which returns it as a value.
/// It never leaves `engine.deliver`.
public final class Failed extends IOException {

    private final transient Outcome outcome;
    private final @Nullable String detail;

    public Failed(Outcome outcome, String message) {
        super(message);
        this.outcome = outcome;
        this.detail = null;
    }

    public Failed(Fault fault, Exception cause) {
        this(fault, cause, null);
    }

    /// With a detail for operators.
    public Failed(Fault fault, Exception cause, @Nullable String detail) {
        super(cause);
        this.outcome = new Unanswered(fault);
        this.detail = detail;
    }

    public Failed(LocalFault fault, Exception cause) {
        super(cause);
        this.outcome = new NotSent(fault);
        this.detail = null;
    }

    private Failed(Fault fault, String detail) {
        super(detail);
        this.outcome = new Unanswered(fault);
        this.detail = detail;
    }

    /// The response was not valid HTTP.
    public static Failed notHttp(String detail) {
        return new Failed(Fault.NOT_HTTP, detail);
    }

    /// The response exceeded a limit.
    public static Failed tooLarge(String detail) {
        return new Failed(Fault.TOO_LARGE, detail);
    }

    public Outcome outcome() {
        return outcome;
    }

    /// The exact failure, in a few words for operators; null if the fault says everything.
    public @Nullable String detail() {
        return detail;
    }

    /// Without a stack trace: it would not be read, and a receiver could cause thousands a second.
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
