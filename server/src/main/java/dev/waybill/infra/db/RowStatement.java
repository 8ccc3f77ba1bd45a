package dev.waybill.infra.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/// A statement that takes its rows from arrays, with variants for few rows that take them from
/// `VALUES`. PostgreSQL unnests each array by itself, which costs more than writing two or three
/// rows, and the values need not be packed into arrays. For a single row the planner also knows the
/// values when execution starts, and prepares only the partition that the row belongs to.
public final class RowStatement {

    private final String sql;

    /// For one row, two rows, and so on.
    private final List<String> few = new ArrayList<>();

    /// The number of columns of each list of rows, in the order of the statement.
    private final List<Integer> widths = new ArrayList<>();

    /// Makes the variants by replacing `unnest(?::uuid[], ?::text[]) AS alias (…)` by `(VALUES
    /// (?::uuid, ?::text), …) AS alias (…)` for each of the aliases.
    ///
    /// @param fewMax the most rows that are taken from `VALUES`
    /// @param aliases of lists with equally many rows, in the order of the statement
    public RowStatement(String sql, int fewMax, String... aliases) {
        this.sql = sql;
        for (var alias : aliases) {
            widths.add((int) columns(sql, alias).chars().filter(c -> c == '?').count());
        }
        for (int rows = 1; rows <= fewMax; rows++) {
            few.add(withValues(sql, rows, aliases));
        }
    }

    /// Prepares the variant for this number of rows.
    public PreparedStatement prepare(Connection connection, int rows) throws SQLException {
        return connection.prepareStatement(sql(rows));
    }

    /// Sets the parameters of a statement that was prepared for this number of rows.
    public SqlArrays bind(PreparedStatement statement, int rows) throws SQLException {
        return isFew(rows) ? SqlArrays.ofValues(statement, rows, widths) : new SqlArrays(statement);
    }

    String sql(int rows) {
        return isFew(rows) ? few.get(rows - 1) : sql;
    }

    private boolean isFew(int rows) {
        return rows >= 1 && rows <= few.size();
    }

    private static String withValues(String sql, int rows, String... aliases) {
        var result = sql;
        for (var alias : aliases) {
            var row = "(" + columns(result, alias).replace("[]", "") + ")";
            var values = String.join(", ", Collections.nCopies(rows, row));
            result =
                    unnested(alias)
                            .matcher(result)
                            .replaceFirst("(VALUES " + values + ") AS " + alias + " (");
        }
        return result;
    }

    private static String columns(String sql, String alias) {
        var found = unnested(alias).matcher(sql);
        if (!found.find()) {
            throw new IllegalArgumentException("no rows are called " + alias);
        }
        return found.group(1).strip();
    }

    private static Pattern unnested(String alias) {
        return Pattern.compile("unnest\\(([^()]*)\\)\\s+AS " + Pattern.quote(alias) + " \\(");
    }
}
