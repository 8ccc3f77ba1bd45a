package dev.waybill.domain.delivery;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The outcome of one attempt. The next step of the delivery depends only on this value, the
/// progress of the delivery and its policy: see [NextStep#after].
public sealed interface Outcome {

    /// The endpoint answered 2xx.
    record Accepted(int status) implements Outcome {}

    /// The endpoint answered with another status.
    ///
    /// @param retryAfter the delay that it asked for, with 429 or 503. With any other status the
    ///   header has another meaning or none, and is dropped here
    record Refused(int status, @Nullable Duration retryAfter) implements Outcome {

        public Refused {
            retryAfter = status == 429 || status == 503 ? retryAfter : null;
        }
    }

    /// No usable response was received. The endpoint may still have processed the request.
    record Unanswered(Fault fault) implements Outcome {

        public Unanswered {
            if (!fault.isOfSentRequest()) {
                throw new IllegalArgumentException(fault + " is not the result of a request");
            }
        }
    }

    /// No request was sent: the egress guard refuses the address.
    record Blocked() implements Outcome {}

    /// No request was sent because of a local fault. It uses up no attempt.
    record NotSent(LocalFault fault) implements Outcome {}

    /// The status of the response; null without one.
    default @Nullable Integer recordedStatus() {
        return switch (this) {
            case Accepted(int status) -> (Integer) status;
            case Refused(int status, _) -> (Integer) status;
            case Unanswered _, Blocked _, NotSent _ -> null;
        };
    }

    /// Why there is no response; null if there is one, or if nothing was sent because of a local
    /// fault.
    default @Nullable Fault recordedFault() {
        return switch (this) {
            case Accepted _, Refused _, NotSent _ -> null;
            case Unanswered(var fault) -> fault;
            case Blocked _ -> Fault.BLOCKED;
        };
    }

    /// Why the delivery did not succeed; null if it did, or if the endpoint is not at fault.
    default @Nullable Cause cause() {
        return switch (this) {
            case Accepted _, NotSent _ -> null;
            case Refused(int status, _) -> Cause.ofStatus(status);
            case Unanswered(var fault) -> fault.cause();
            case Blocked _ -> Fault.BLOCKED.cause();
        };
    }
}
