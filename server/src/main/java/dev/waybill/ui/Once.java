package dev.waybill.ui;

import dev.waybill.api.Idempotency;
import dev.waybill.http.Form;
import dev.waybill.idempotency.IdempotencyKey;
import org.jspecify.annotations.Nullable;

/// Names a form by the request that it was shown to, so that one that is sent twice does once what
/// it says.
public final class Once {

    public static final String FIELD = "once";

    private Once() {}

    /// For the form's hidden field.
    public static String of(Visit visit) {
        return visit.request().id();
    }

    /// What came with the form; null if it is nothing of ours.
    public static @Nullable IdempotencyKey key(Visit visit, Form form) {
        var text = form.text(FIELD);
        return text.matches("req_[0-9a-f]{1,16}")
                ? new IdempotencyKey("ui-" + text, Idempotency.fingerprint(visit.request(), text))
                : null;
    }
}
