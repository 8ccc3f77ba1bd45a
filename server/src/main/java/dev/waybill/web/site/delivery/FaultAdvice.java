package dev.waybill.web.site.delivery;

import dev.waybill.domain.delivery.Fault;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an attempt came to, in words for who has to mend it.
public final class FaultAdvice {

    private static final String REFUSED =
            "The receiver understood the request and refused it. Few retries are made: they seldom"
                    + " mend this.";

    private static final String STRANGER =
            "The receiver does not accept who is asking: its secret may be another one, or a"
                    + " header of the endpoint's own is missing.";

    private static final String NOWHERE =
            "There is nothing at this URL that takes a POST. The path may be mistyped.";

    private static final String LATER = "The receiver asks to be tried again later, which is done.";

    private static final Map<Integer, String> BY_STATUS =
            Map.of(
                    401, STRANGER,
                    403, STRANGER,
                    404, NOWHERE,
                    405, NOWHERE,
                    408, LATER,
                    425, LATER,
                    410,
                            "The receiver says that it is gone for good, so the endpoint was"
                                    + " disabled.",
                    413, "The event is larger than the receiver takes.",
                    429,
                            "The receiver takes no more for now. Everything for it waits as long as"
                                    + " it asked; a rate limit keeps it from happening.");

    private FaultAdvice() {}

    /// What it means and who can mend it; null where the answer speaks for itself.
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
            return "The receiver failed while it handled the request. Its own log says why; it is"
                    + " tried again.";
        }
        if (status >= 300 && status < 400) {
            return "The receiver points elsewhere. Redirects are not followed: give the endpoint"
                    + " its final URL.";
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
                    "Nothing listens there, or something in between lets nobody through.";
            case TLS_OTHER ->
                    "The receiver's certificate is not valid for this name, has expired, or"
                            + " lacks its chain.";
            case TLS_EXPIRED -> "The receiver has to renew its certificate.";
            case TLS_UNTRUSTED ->
                    "The receiver's certificate is signed by itself or by an issuer that Waybill's"
                            + " Java does not know, or the receiver does not send its chain.";
            case TLS_NAME ->
                    "The receiver's certificate does not name the host in the URL. The URL may be"
                            + " mistyped, or the receiver serves several names.";
            case TIMEOUT_FIRST_BYTE, TIMEOUT_TOTAL ->
                    "The receiver may have handled it all the same: let it answer first"
                            + " and work afterwards.";
            case RESET -> "The receiver hung up. It may have handled the event all the same.";
            case NOT_HTTP ->
                    "The response was not valid HTTP: another service may listen on that port.";
            case TOO_LARGE ->
                    "The response had more or longer headers than Waybill reads: 100 headers,"
                            + " 8 KiB for a line, 64 KiB in all.";
            case EXPIRY -> "Nothing is sent once an event has gone stale.";
            case BLOCKED ->
                    "The name in the URL leads to a private, local or reserved address, and nothing"
                            + " was sent: Waybill does not call into the network it stands in,"
                            + " unless its settings allow that address.";
            case NOT_STORABLE -> null;
        };
    }
}
