package dev.waybill.web.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.web.http.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypedJsonTest {

    private static final String TYPED =
            """
            {
              "type": "object",
              "properties": {
                "a/b": {"type": "string"},
                "list": [
                  1,
                  {"deep": true}
                ]
              }
            }
            """;

    @ParameterizedTest
    @CsvSource({
        "/type, 2",
        "/properties, 3",
        "/properties/a~1b, 4",
        "/properties/a~1b/type, 4",
        "/properties/list/0, 6",
        "/properties/list/1/deep, 7",
        "/properties/list/7, 5",
        "/properties/missing/too, 3",
        "/missing, 1"
    })
    void aPlaceIsFoundByItsLine(String pointer, int line) {
        assertThat(TypedJson.lineOf(TYPED, pointer)).isEqualTo(line);
    }

    @Test
    void whatIsNoJsonIsToldByLineAndField() {
        assertThatThrownBy(() -> TypedJson.parse("schema", "{\n  \"a\": oops\n}"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> {
                            assertThat(problem.field()).isEqualTo("/schema");
                            assertThat(problem.detail()).startsWith("Line 2, column ");
                        });
    }
}
