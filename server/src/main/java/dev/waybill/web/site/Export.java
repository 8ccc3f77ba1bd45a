package dev.waybill.web.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.Timestamps;
import dev.waybill.web.http.Response;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A list as a file. The number of rows is limited; if rows are missing, the name of the file shows
/// it and, as JSON, the file.
///
/// @param name the name of the rows
/// @param complete false if there are more than these
public record Export<T>(String name, List<T> rows, boolean complete) {

    /// Limit of rows in one file: some megabytes, made in a second or two.
    public static final int ROWS_MAX = 10_000;

    /// The formats of a file.
    public enum Format {
        CSV("text/csv; charset=utf-8"),
        JSON("application/json");

        private final String type;

        Format(String type) {
            this.type = type;
        }

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// The address of an export in this format.
        public String of(Link export) {
            return export.with("format", code()).toString();
        }

        static Format of(Visit visit) {
            return visit.param("format").filter(JSON.code()::equals).isPresent() ? JSON : CSV;
        }
    }

    /// A column of a table: its title, and the value of a row.
    public record Column<T>(String title, Function<T, @Nullable String> value) {}

    /// The file in the requested format.
    public Response response(Visit visit, List<Column<T>> columns, Function<T, ObjectNode> json) {
        var format = Format.of(visit);
        var text =
                switch (format) {
                    case CSV -> csv(columns);
                    case JSON -> json(json);
                };
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", format.type);
        headers.put(
                "Content-Disposition",
                "attachment; filename=\"" + file(visit.now()) + "." + format.code() + "\"");
        headers.put("Content-Security-Policy", "default-src 'none'; sandbox");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Cache-Control", "no-store");
        return new Response(200, headers, text.getBytes(UTF_8));
    }

    private String file(Instant now) {
        var time = Timestamps.format(now).substring(0, 19).replace(':', '-');
        return name + "-" + time + (complete ? "" : "-first-" + rows.size());
    }

    private String csv(List<Column<T>> columns) {
        var lines = new ArrayList<List<String>>();
        lines.add(columns.stream().map(Column::title).toList());
        for (var row : rows) {
            lines.add(
                    columns.stream()
                            .map(column -> column.value().apply(row))
                            .map(value -> value == null ? "" : value)
                            .toList());
        }
        return Csv.of(lines);
    }

    private String json(Function<T, ObjectNode> json) {
        var list = JsonNodeFactory.instance.objectNode();
        list.put("object", "list");
        list.put("complete", complete);
        var data = list.putArray("data");
        rows.forEach(row -> data.add(json.apply(row)));
        return list.toString();
    }
}
