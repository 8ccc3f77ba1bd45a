package dev.waybill.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.command.PlainText;
import dev.waybill.web.json.Json;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// Cursors of lists that are sorted by name. They are opaque like all cursors.
public final class NameCursor {

    /// The first character before encoding, so that other cursors are not taken for names.
    private static final String MARK = "n:";

    private NameCursor() {}

    /// The name to go on behind; before all of them if there is no cursor.
    public static String after(Params params) {
        return params.text("cursor").map(NameCursor::decode).orElse("");
    }

    private static String decode(String text) {
        try {
            var name = new String(Base64.getUrlDecoder().decode(text), UTF_8);
            if (name.startsWith(MARK) && PlainText.isLine(name)) {
                return name.substring(MARK.length());
            }
        } catch (IllegalArgumentException e) {
            // Told below, as for a cursor of another list.
        }
        throw Params.malformed("cursor", "cursor must be one that this list has given.");
    }

    /// A page of rows, with a cursor only if there may be more behind them.
    public static <T> ObjectNode page(
            List<T> rows, boolean more, Function<T, String> name, Function<T, ObjectNode> json) {
        var page = Json.object();
        page.putArray("data").addAll(rows.stream().map(json).toList());
        page.put(
                "next_cursor",
                more
                        ? Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString((MARK + name.apply(rows.getLast())).getBytes(UTF_8))
                        : null);
        return page;
    }
}
