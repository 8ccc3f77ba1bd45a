package dev.waybill.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;

/// What a page's form sent.
public final class Form {

    private static final String TYPE = "application/x-www-form-urlencoded";

    private final Map<String, String> fields;

    private Form(Map<String, String> fields) {
        this.fields = fields;
    }

    /// Reads the body of a request. Of a repeated field the last counts.
    public static Form of(Request request, int bytesMax) {
        var type = request.header("Content-Type").orElse("");
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase(TYPE)) {
            throw Problem.of(
                    ProblemType.UNSUPPORTED_MEDIA_TYPE, "A form must be sent as " + TYPE + ".");
        }
        return new Form(PercentCoding.decodeQuery(new String(request.body(bytesMax), UTF_8)));
    }

    /// What was entered, without the blanks around it; empty if nothing was.
    public String text(String name) {
        return fields.getOrDefault(name, "").strip();
    }
}
