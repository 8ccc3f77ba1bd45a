package dev.waybill.ui.page;

import dev.waybill.api.Idempotency;
import dev.waybill.http.Form;
import dev.waybill.http.Request;
import dev.waybill.idempotency.IdempotencyKey;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Makes a form that is sent twice the same request. A page carries its own request's id; the same
/// page filled in otherwise, after a look back, is another request.
public final class SendKey {

    public static final String FIELD = "send_key";

    private static final int HASH_BYTES = 8;

    private SendKey() {}

    public static @Nullable IdempotencyKey of(Request request, Form form, String content) {
        var text = form.text(FIELD);
        if (!text.matches("req_[0-9a-f]{1,16}")) {
            return null;
        }
        var fingerprint = Idempotency.fingerprint(request, content);
        var hash = HexFormat.of().formatHex(fingerprint, 0, HASH_BYTES);
        return new IdempotencyKey("ui-" + text + "-" + hash, fingerprint);
    }
}
