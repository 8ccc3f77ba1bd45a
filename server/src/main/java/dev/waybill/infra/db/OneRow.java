package dev.waybill.infra.db;

import java.util.regex.Pattern;

/// Makes the variant for one row of a statement that takes its rows from arrays. The planner then
/// knows the values of the row when execution starts, and prepares only the partition that it
/// belongs to: a statement that joins with `unnest` prepares all partitions, each with its
/// triggers. The values need not be packed into arrays either.
public final class OneRow {

    private OneRow() {}

    /// Replaces `unnest(?::uuid[], ?::text[]) AS alias (…)` by `(VALUES (?::uuid, ?::text)) AS
    /// alias (…)` for each of the aliases.
    public static String of(String sql, String... aliases) {
        var result = sql;
        for (var alias : aliases) {
            var rows =
                    Pattern.compile("unnest\\(([^()]*)\\)\\s+AS " + Pattern.quote(alias) + " \\(");
            var found = rows.matcher(result);
            if (!found.find()) {
                throw new IllegalArgumentException("no rows are called " + alias);
            }
            result =
                    result.substring(0, found.start())
                            + "(VALUES (%s)) AS %s ("
                                    .formatted(found.group(1).replace("[]", "").strip(), alias)
                            + result.substring(found.end());
        }
        return result;
    }
}
