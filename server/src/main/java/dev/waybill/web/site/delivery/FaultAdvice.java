package dev.waybill.web.site.delivery;

import dev.waybill.domain.delivery.Fault;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Explains the result of an attempt to those who have to fix it.
public final class FaultAdvice {

    private static final String REFUSED =
            "The receiver understood the request and refused it. Few retries are made, because they"
                    + " rarely help.";

    private static final String STRANGER =
            "The receiver rejects the authentication: its secret may be another one, or a custom"
                    + " header of the endpoint is missing.";

    private static final String NOWHERE =
            "Nothing at this URL accepts a POST. The path may be mistyped.";

    private static final String LATER =
            "The receiver asks for a later attempt. The delivery is retried.";

    private static final Map<Integer, String> BY_STATUS =
            Map.of(
                    401, STRANGER,
                    403, STRANGER,
                    404, NOWHERE,
                    405, NOWHERE,
                    408, LATER,
                    425, LATER,
                    410,
                            "The receiver says that it is gone permanently, so the endpoint was"
                                    + " disabled.",
                    413, "The event is larger than the receiver accepts.",
                    429,
                            "The receiver accepts no more requests for now. All its deliveries wait"
                                    + " as long as it asked. A rate limit avoids this.");

    private FaultAdvice() {}

    /// The meaning and who can fix it; null if the response needs no explanation.
    public static @Nullable String of(@Nullable Integer status, @Nullable Fault fault) {
        if (status != null) {
            return answered(status);
        }
        return fault == null ? null : unanswered(fault);
    }

    private static @Nullable String answered(int status) {
        if (status >= 200 && status < 300) {
            return null;
        }
        if (status >= 500) {
            return "The receiver failed while it processed the request. Its own log shows why."
                    + " The delivery is retried.";
        }
        if (status >= 300 && status < 400) {
            return "The receiver redirects. Redirects are not followed: set the final URL in the"
                    + " endpoint.";
        }
        return BY_STATUS.getOrDefault(status, REFUSED);
    }

    private static @Nullable String unanswered(Fault fault) {
        return switch (fault) {
            case DNS ->
                    "The name in the URL has no address. It may be mistyped, or its zone is"
                            + " not published yet.";
            case CONNECT_REFUSED -> "Nothing listens there, or a firewall rejects the connection.";
            case CONNECT_TIMEOUT -> "The host is down, or a firewall drops the connection.";
            case CONNECT_OTHER ->
                    "Nothing listens there, or a firewall in between blocks the connection.";
            case TLS_OTHER ->
                    "The receiver's certificate is not valid for this name, has expired, or"
                            + " lacks its chain.";
            case TLS_EXPIRED -> "The receiver has to renew its certificate.";
            case TLS_UNTRUSTED ->
                    "The receiver's certificate is self-signed or from an issuer that Waybill's"
                            + " Java does not know, or the receiver does not send its chain.";
            case TLS_NAME ->
                    "The receiver's certificate does not name the host in the URL. The URL may be"
                            + " mistyped, or the receiver serves several names.";
            case TIMEOUT_FIRST_BYTE, TIMEOUT_TOTAL ->
                    "The receiver may have processed the event anyway. It should respond first"
                            + " and process the event afterwards.";
            case RESET ->
                    "The receiver closed the connection. It may have processed the event anyway.";
            case NOT_HTTP ->
                    "The response was not valid HTTP: another service may listen on that port.";
            case TOO_LARGE ->
                    "The response had more or longer headers than Waybill reads: 100 headers,"
                            + " 8 KiB for a line, 64 KiB in all.";
            case EXPIRY -> "Nothing is sent after an event has expired.";
            case BLOCKED ->
                    "The name in the URL resolves to a private, local or reserved address, so"
                            + " nothing was sent. Waybill does not send requests into its own"
                            + " network unless its settings allow the address.";
            case NOT_STORABLE -> null;
        };
    }
}
