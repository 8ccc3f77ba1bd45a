package dev.waybill.infra.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowStatementTest {

    private static final TestDatabase DB = TestDatabase.create();

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void onlyTheNamedRowsBecomeValues() {
        var sql =
                """
                SELECT id, n
                  FROM unnest(
                           ?::uuid[], ?::text[])
                       AS e (id, type)
                 CROSS JOIN unnest(?::int8[]) AS s (n)
                 WHERE id = ANY (?::uuid[])
                """;

        var statement = new RowStatement(sql, 2, "e");

        assertThat(statement.sql(1))
                .isEqualTo(
                        """
                        SELECT id, n
                          FROM (VALUES (?::uuid, ?::text)) AS e (id, type)
                         CROSS JOIN unnest(?::int8[]) AS s (n)
                         WHERE id = ANY (?::uuid[])
                        """);
        assertThat(statement.sql(2))
                .contains("(VALUES (?::uuid, ?::text), (?::uuid, ?::text)) AS e (id, type)");
        assertThat(statement.sql(3)).isEqualTo(sql);
    }

    /// Two lists, with a parameter before them.
    private static final RowStatement TWO_LISTS =
            new RowStatement(
                    """
                    SELECT ?::text || e.n || e.word || '-' || d.n
                      FROM unnest(?::int8[], ?::text[]) AS e (n, word)
                      JOIN unnest(?::int8[], ?::int4[]) AS d (n, width)
                        ON d.width = length(e.word)
                     ORDER BY e.n
                    """,
                    3,
                    "e",
                    "d");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void everyNumberOfRowsGetsTheSameParameters(int rows) throws Exception {
        var words = List.of("a", "bb", "ccc", "dddd").subList(0, rows);

        var found = new ArrayList<String>();
        try (var connection = DB.database().engine();
                var statement = TWO_LISTS.prepare(connection, rows)) {
            TWO_LISTS
                    .bind(statement, rows)
                    .text("x")
                    .longs(words, word -> (long) word.length())
                    .texts(words, word -> word)
                    .longs(words, word -> 10L * word.length())
                    .integers(words, String::length);
            try (var result = statement.executeQuery()) {
                while (result.next()) {
                    found.add(result.getString(1));
                }
            }
        }

        assertThat(found)
                .isEqualTo(List.of("x1a-10", "x2bb-20", "x3ccc-30", "x4dddd-40").subList(0, rows));
    }

    @Test
    void aNameThatIsMissingIsAMistake() {
        assertThatThrownBy(() -> new RowStatement("SELECT 1", 1, "e"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
