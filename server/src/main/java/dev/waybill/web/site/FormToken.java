package dev.waybill.web.site;

import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.web.http.Fingerprint;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Request;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Identifies a form by the request that showed it, so that a form that is sent twice is processed
/// once.
public final class FormToken {

    public static final String FIELD = "once";

    private static final int HASH_BYTES = 8;

    private FormToken() {}

    /// The value of the form's hidden field.
    public static String of(Visit visit) {
        return visit.request().id();
    }

    /// The key of a form; null if its token is not ours. The same form filled in differently, after
    /// the browser went back to it, has another key.
    public static @Nullable IdempotencyKey key(Request request, Form form) {
        var content = new StringBuilder();
        form.names().stream()
                .filter(name -> !name.equals(FIELD))
                .sorted()
                .forEach(name -> content.append(name).append('=').append(form.texts(name)));
        return key(request, form, content.toString());
    }

    /// The key of a form with this content; null if its token is not ours.
    ///
    /// @param content the submitted values
    public static @Nullable IdempotencyKey key(Request request, Form form, String content) {
        var text = form.text(FIELD);
        if (!text.matches("req_[0-9a-f]{1,16}")) {
            return null;
        }
        var fingerprint = Fingerprint.of(request, content);
        var hash = HexFormat.of().formatHex(fingerprint, 0, HASH_BYTES);
        return new IdempotencyKey("ui-" + text + "-" + hash, fingerprint);
    }
}
