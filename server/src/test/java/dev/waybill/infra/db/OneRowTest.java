package dev.waybill.infra.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OneRowTest {

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

        assertThat(OneRow.of(sql, "e"))
                .isEqualTo(
                        """
                        SELECT id, n
                          FROM (VALUES (?::uuid, ?::text)) AS e (id, type)
                         CROSS JOIN unnest(?::int8[]) AS s (n)
                         WHERE id = ANY (?::uuid[])
                        """);
    }

    @Test
    void aNameThatIsMissingIsAMistake() {
        assertThatThrownBy(() -> OneRow.of("SELECT 1", "e"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
