package dev.waybill.web.json;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.JsonNode;

/// JSON that a person types into a field of a form. Violations name the line.
public final class TypedJson {

    private TypedJson() {}

    /// The JSON in a field of a form, read as strictly as the API reads. Text that is not JSON is a
    /// violation.
    public static Optional<JsonNode> read(String field, String text, Violations violations) {
        try {
            return Optional.of(Json.parse(text));
        } catch (JacksonException e) {
            violations.add(
                    field,
                    Violation.Code.FORMAT,
                    place(e) + Json.reason(e).replace("{}", "{ }") + ".");
            return Optional.empty();
        }
    }

    private static String place(JacksonException e) {
        var place = e.getLocation();
        return place == null
                ? ""
                : "Line " + place.getLineNr() + ", column " + place.getColumnNr() + ": ";
    }

    /// The line on which the value at this path begins, or the value that it would be in if it is
    /// missing. Lines count from one.
    public static int lineOf(String text, List<String> path) {
        for (int length = path.size(); length > 0; length--) {
            int line = find(text, pointer(path.subList(0, length)));
            if (line > 0) {
                return line;
            }
        }
        return 1;
    }

    private static String pointer(List<String> path) {
        return path.stream()
                .map(name -> "/" + name.replace("~", "~0").replace("/", "~1"))
                .collect(Collectors.joining());
    }

    private static int find(String text, String pointer) {
        try (var parser = Json.FACTORY.createParser(ObjectReadContext.empty(), text)) {
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                boolean begins = token != JsonToken.END_OBJECT && token != JsonToken.END_ARRAY;
                var here = parser.streamReadContext().pathAsPointer().toString();
                if (begins && here.equals(pointer)) {
                    return parser.currentTokenLocation().getLineNr();
                }
            }
        } catch (JacksonException e) {
            return 0;
        }
        return 0;
    }
}
