package dev.waybill.domain.delivery;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What one attempt came to. What happens to the delivery next is decided from this value, the
/// delivery's progress and its policy, and nothing else: see [NextStep#after].
public sealed interface Outcome {

    /// The endpoint answered 2xx.
    record Accepted(int status) implements Outcome {}

    /// The endpoint answered something else.
    ///
    /// @param retryAfter the wait it asked for, by an answer that may ask: 429 or 503. With any
    ///   other status the header means something else or nothing, and is dropped here
    record Refused(int status, @Nullable Duration retryAfter) implements Outcome {

        public Refused {
            retryAfter = status == 429 || status == 503 ? retryAfter : null;
        }
    }

    /// No answer came. The endpoint may still have processed the request.
    record Unanswered(Fault fault) implements Outcome {}

    /// We did not send: the address is one we refuse to call.
    record Blocked() implements Outcome {

        /// What operators read.
        public static final String WORDS = "the address is not one that may be called";
    }

    /// We did not send, and not because of the endpoint: this node could not. It uses up nothing.
    record NotSent(LocalFault fault) implements Outcome {}

    /// In a word what kept the delivery from succeeding: the status, or the kind of failure. Null
    /// if nothing did, or nothing of the endpoint's.
    default @Nullable String cause() {
        return switch (this) {
            case Accepted _ -> null;
            case Refused(int status, _) -> Integer.toString(status);
            case Unanswered(var fault) -> fault.cause();
            case Blocked _ -> "blocked";
            case NotSent _ -> null;
        };
    }

    /// Why no answer came. The words do not tell a refused port from a filtered one: customers read
    /// them. Of a TLS failure only operators are told more.
    enum Fault {
        DNS("the host name did not resolve"),
        CONNECT("no connection could be made"),
        TLS("the TLS handshake failed"),
        TLS_EXPIRED("the TLS handshake failed: the certificate has expired or is not valid yet"),
        TLS_UNTRUSTED("the TLS handshake failed: the certificate's issuer is not trusted"),
        TLS_NAME("the TLS handshake failed: the certificate is for another name"),
        TIMEOUT("no answer within the time limit"),
        RESET("the connection broke before an answer came"),
        PROTOCOL("the answer was not valid HTTP"),
        EXPIRY("the event expired while waiting for an answer");

        private final String words;

        Fault(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        /// In a word, and the same for all that customers are told the same of.
        public String cause() {
            return shownToCustomers().name().toLowerCase(Locale.ROOT);
        }

        /// What customers are told instead.
        public Fault shownToCustomers() {
            return switch (this) {
                case TLS_EXPIRED, TLS_UNTRUSTED, TLS_NAME -> TLS;
                case DNS, CONNECT, TLS, TIMEOUT, RESET, PROTOCOL, EXPIRY -> this;
            };
        }
    }
}
