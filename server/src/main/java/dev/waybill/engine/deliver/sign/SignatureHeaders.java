package dev.waybill.engine.deliver.sign;

import dev.waybill.domain.IdKind;
import dev.waybill.engine.deliver.OutgoingRequest.Header;
import java.util.List;
import java.util.UUID;

/// The headers that carry a signature. An attempt records them as one text: entries of Standard
/// Webhooks, entries of the hex scheme, or, while an endpoint changes from one to the other, both,
/// in this order.
public final class SignatureHeaders {

    private static final String HEX_ENTRY = "v1=";

    private SignatureHeaders() {}

    static boolean isHex(String signature) {
        return signature.startsWith(HEX_ENTRY);
    }

    public static void add(
            List<Header> headers, UUID deliveryId, String timestamp, String signature) {
        // No entry contains a blank, so an entry begins here.
        int border = isHex(signature) ? 0 : signature.indexOf(" " + HEX_ENTRY);
        if (border < 0) {
            headers.add(new Header("webhook-signature", signature));
            return;
        }
        if (border > 0) {
            headers.add(new Header("webhook-signature", signature.substring(0, border)));
        }
        headers.add(new Header("x-webhook-id", IdKind.DELIVERY.format(deliveryId)));
        headers.add(new Header("x-webhook-timestamp", timestamp));
        headers.add(new Header("x-webhook-signature", signature.substring(border).strip()));
    }
}
