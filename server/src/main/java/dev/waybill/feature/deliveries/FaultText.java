package dev.waybill.feature.deliveries;

import dev.waybill.domain.delivery.Fault;
import org.jspecify.annotations.Nullable;

/// States a fault as a sentence: the `error` of an attempt in the API, in exports and on pages.
/// [Audience] decides which fault a reader may see.
public final class FaultText {

    private FaultText() {}

    public static String of(Fault fault) {
        return switch (fault) {
            case DNS -> "the host name did not resolve";
            case CONNECT_REFUSED -> "no connection could be made: the connection was refused";
            case CONNECT_TIMEOUT -> "no connection could be made: the host did not respond";
            case CONNECT_OTHER -> "no connection could be made";
            case TLS_EXPIRED ->
                    "the TLS handshake failed: the certificate has expired or is not valid yet";
            case TLS_UNTRUSTED ->
                    "the TLS handshake failed: the certificate's issuer is not trusted";
            case TLS_NAME -> "the TLS handshake failed: the certificate is for another name";
            case TLS_OTHER -> "the TLS handshake failed";
            case TIMEOUT_FIRST_BYTE -> "no response within the time limit";
            case TIMEOUT_TOTAL -> "the response was not complete within the time limit";
            case RESET -> "the connection was closed before a response arrived";
            case NOT_HTTP -> "the response was not valid HTTP";
            case TOO_LARGE -> "the headers of the response were too large";
            case EXPIRY -> "the event expired while waiting for a response";
            case BLOCKED -> "the address is not allowed";
            case NOT_STORABLE -> "the response could not be stored";
        };
    }

    /// With its detail in parentheses.
    public static String of(Fault fault, @Nullable String detail) {
        return detail == null ? of(fault) : of(fault) + " (" + detail + ")";
    }
}
