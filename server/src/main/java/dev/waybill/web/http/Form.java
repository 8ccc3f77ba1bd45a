package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;
import java.util.Map;
import java.util.Set;

/// The fields of a form that a page sent.
public final class Form {

    private static final String TYPE = "application/x-www-form-urlencoded";

    private final Map<String, List<String>> fields;

    private Form(Map<String, List<String>> fields) {
        this.fields = fields;
    }

    /// Reads the body of a request.
    public static Form of(Request request) {
        var type = request.header("Content-Type").orElse("");
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase(TYPE)) {
            throw Problem.of(
                    ProblemType.UNSUPPORTED_MEDIA_TYPE, "A form must be sent as " + TYPE + ".");
        }
        return new Form(PercentCoding.decodeAll(new String(request.body(), ISO_8859_1)));
    }

    /// The names of the fields.
    public Set<String> names() {
        return fields.keySet();
    }

    /// The value without surrounding blanks; empty without a value. Of a repeated field the last
    /// counts.
    public String text(String name) {
        var values = fields.get(name);
        return values == null ? "" : values.getLast().strip();
    }

    /// The value with all blanks: a password may begin with one.
    public String raw(String name) {
        var values = fields.get(name);
        return values == null ? "" : values.getLast();
    }

    /// All values under this name that are not blank.
    public List<String> texts(String name) {
        return fields.getOrDefault(name, List.of()).stream()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /// Whether the form had this field, even if it was empty.
    public boolean has(String name) {
        return fields.containsKey(name);
    }
}
