package dev.waybill.web.site;

import dev.waybill.web.http.Form;
import dev.waybill.web.http.SentRequest;

/// A form as a browser sends it.
final class SentForm {

    private SentForm() {}

    /// A form with this body, such as `name=ada&role=viewer`.
    static Form of(String body) {
        return Form.of(SentRequest.post("/", body));
    }
}
