package dev.waybill.web.json;

import dev.waybill.web.http.Problem;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.JsonNode;

/// JSON that somebody types into a field: problems are told by the line they see.
public final class TypedJson {

    private TypedJson() {}

    /// What was typed, read as strictly as the API reads.
    ///
    /// @param field the name of the field
    public static JsonNode parse(String field, String text) {
        try {
            return Json.parse(text);
        } catch (JacksonException e) {
            var place = e.getLocation();
            var where =
                    place == null
                            ? ""
                            : "Line "
                                    + place.getLineNr()
                                    + ", column "
                                    + place.getColumnNr()
                                    + ": ";
            throw Problem.invalid("/" + field, where + Json.reason(e) + ".");
        }
    }

    /// The line on which the value at this place begins, or what it would stand in if it is
    /// missing; lines count from one.
    ///
    /// @param pointer as a JSON pointer
    public static int lineOf(String text, String pointer) {
        for (var place = pointer; !place.isEmpty(); place = parent(place)) {
            int line = find(text, place);
            if (line > 0) {
                return line;
            }
        }
        return 1;
    }

    private static String parent(String pointer) {
        return pointer.substring(0, pointer.lastIndexOf('/'));
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
