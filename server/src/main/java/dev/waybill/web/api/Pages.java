package dev.waybill.web.api;

import dev.waybill.web.json.Json;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A page of a list: its rows and where the next one starts.
public final class Pages {

    private Pages() {}

    /// The page as the API gives it.
    ///
    /// @param last the last row's id if there may be more, else null
    public static ObjectNode of(List<ObjectNode> rows, char list, @Nullable UUID last) {
        var json = Json.object();
        json.putArray("data").addAll(rows);
        json.put("next_cursor", last == null ? null : new Cursor(list, last).encoded());
        return json;
    }
}
