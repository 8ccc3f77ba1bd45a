package dev.waybill.domain.delivery;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The result of the last failed attempt of a delivery: the HTTP status, or a kind of failure. It
/// groups dead letters, so it is coarser than [Fault]. The code is stored in `delivery.cause`.
public sealed interface Cause {

    /// The value in the API and in SQL.
    String code();

    /// The endpoint answered with this status.
    record Status(int status) implements Cause {

        public static final int MIN = 100;
        public static final int MAX = 999;

        public Status {
            if (status < MIN || status > MAX) {
                throw new IllegalArgumentException("not a status code: " + status);
            }
        }

        @Override
        public String code() {
            return Integer.toString(status);
        }
    }

    /// No response was received, or no attempt was made.
    enum Kind implements Cause {
        DNS,
        CONNECT,
        TLS,
        TIMEOUT,
        RESET,
        PROTOCOL,
        EXPIRY,
        BLOCKED,

        /// The event was deleted before the delivery could be attempted.
        EVENT_GONE,

        /// No attempt was made. Stored as NULL.
        UNATTEMPTED;

        @Override
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The cause of a delivery that was answered with this status.
    static Cause ofStatus(int status) {
        boolean known = status >= Status.MIN && status <= Status.MAX;
        return known ? new Status(status) : Kind.PROTOCOL;
    }

    Pattern STATUS = Pattern.compile("[1-9][0-9]{2}");

    static Optional<Cause> of(String code) {
        if (STATUS.matcher(code).matches()) {
            return Optional.of(new Status(Integer.parseInt(code)));
        }
        for (var kind : Kind.values()) {
            if (kind.code().equals(code)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
