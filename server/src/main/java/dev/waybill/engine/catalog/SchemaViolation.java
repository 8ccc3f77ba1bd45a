package dev.waybill.engine.catalog;

import java.util.Arrays;
import java.util.List;

/// One violation of a schema.
///
/// @param pointer the place in the value, as a JSON pointer
public record SchemaViolation(String pointer, String detail) {

    /// The sentence as the text of a violation, in which `{}` stands for the name of a field.
    public String text() {
        return detail.replace("{}", "{ }");
    }

    /// The names and indexes on the way to the place.
    public List<String> path() {
        return Arrays.stream(pointer.split("/", -1))
                .skip(1)
                .map(name -> name.replace("~1", "/").replace("~0", "~"))
                .toList();
    }
}
