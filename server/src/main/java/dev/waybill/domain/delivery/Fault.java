package dev.waybill.domain.delivery;

import java.util.Locale;
import java.util.Optional;

/// Why an attempt has no usable response. The code is stored in `attempt.fault`. Sentences about it
/// are composed where they are shown.
public enum Fault {

    /// The host name did not resolve.
    DNS(Cause.Kind.DNS),

    /// The host answered that nothing listens on the port.
    CONNECT_REFUSED(Cause.Kind.CONNECT),

    /// The host did not answer within the connect time limit.
    CONNECT_TIMEOUT(Cause.Kind.CONNECT),

    /// No connection for another reason: no route, or the egress proxy refused the tunnel.
    CONNECT_OTHER(Cause.Kind.CONNECT),

    /// The certificate has expired or is not valid yet.
    TLS_EXPIRED(Cause.Kind.TLS),

    /// The issuer of the certificate is not trusted.
    TLS_UNTRUSTED(Cause.Kind.TLS),

    /// The certificate is for another host name.
    TLS_NAME(Cause.Kind.TLS),

    /// The handshake failed for another reason, for example no common protocol version.
    TLS_OTHER(Cause.Kind.TLS),

    /// The time limit of the attempt passed before the first byte of a response.
    TIMEOUT_FIRST_BYTE(Cause.Kind.TIMEOUT),

    /// The response began, and the time limit of the attempt passed before it was complete.
    TIMEOUT_TOTAL(Cause.Kind.TIMEOUT),

    /// The connection broke before the response was complete.
    RESET(Cause.Kind.RESET),

    /// The response was not valid HTTP.
    NOT_HTTP(Cause.Kind.PROTOCOL),

    /// The status line, the headers or the chunk sizes of the response exceeded a limit.
    TOO_LARGE(Cause.Kind.PROTOCOL),

    /// The event expired before the response was complete.
    EXPIRY(Cause.Kind.EXPIRY),

    /// The egress guard refused the address, and no request was sent.
    BLOCKED(Cause.Kind.BLOCKED),

    /// The database refused to store the result of the attempt.
    NOT_STORABLE(Cause.Kind.PROTOCOL);

    /// The longest text that is stored with a fault, in characters.
    public static final int DETAIL_LENGTH_MAX = 200;

    private final Cause.Kind cause;

    Fault(Cause.Kind cause) {
        this.cause = cause;
    }

    /// The cause of a delivery whose last failed attempt had this fault.
    public Cause.Kind cause() {
        return cause;
    }

    /// Whether an attempt that was sent can end with this fault.
    public boolean isOfSentRequest() {
        return this != BLOCKED && this != NOT_STORABLE;
    }

    /// The value in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Fault> of(String code) {
        for (var fault : values()) {
            if (fault.code().equals(code)) {
                return Optional.of(fault);
            }
        }
        return Optional.empty();
    }
}
