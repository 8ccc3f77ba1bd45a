package dev.waybill.web.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.command.Violations;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.SentRequest;
import dev.waybill.web.site.FormInput;
import java.net.URLEncoder;
import java.util.StringJoiner;

/// A form as a browser sends it.
public final class TypedForm {

    private TypedForm() {}

    /// A form with these fields: names and values in turn.
    public static Form of(String... fields) {
        var body = new StringJoiner("&");
        for (int i = 0; i < fields.length; i += 2) {
            body.add(URLEncoder.encode(fields[i], UTF_8) + "=" + encoded(fields[i + 1]));
        }
        return Form.of(SentRequest.post("/", body.toString()));
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, UTF_8);
    }

    /// The same, to be read.
    public static FormInput input(String... fields) {
        return new FormInput(of(fields), new Violations());
    }
}
