package dev.waybill.web.api;

import dev.waybill.web.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A page of a list: its rows and where the next one starts.
public final class Pages {

    private Pages() {}

    /// The page as the API gives it.
    ///
    /// @param next where the next page starts if there may be more, else null
    public static <T> ObjectNode of(List<ObjectNode> rows, Cursor<T> list, @Nullable T next) {
        var json = Json.object();
        json.putArray("data").addAll(rows);
        json.put("next_cursor", next == null ? null : list.encode(next));
        return json;
    }
}
