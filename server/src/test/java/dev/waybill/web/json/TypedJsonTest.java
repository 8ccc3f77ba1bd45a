package dev.waybill.web.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.command.Violations;
import java.util.List;
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
        "type, 2",
        "properties, 3",
        "properties a/b, 4",
        "properties a/b type, 4",
        "properties list 0, 6",
        "properties list 1 deep, 7",
        "properties list 7, 5",
        "properties missing too, 3",
        "missing, 1"
    })
    void aPlaceIsFoundByItsLine(String path, int line) {
        assertThat(TypedJson.lineOf(TYPED, List.of(path.split(" ")))).isEqualTo(line);
    }

    @Test
    void textThatIsNotJsonIsAViolationWithItsLine() {
        var violations = new Violations();

        assertThat(TypedJson.read("schema", "{\n  \"a\": oops\n}", violations)).isEmpty();

        assertThat(violations.all()).hasSize(1);
        assertThat(violations.all().getFirst().field()).isEqualTo("schema");
        assertThat(violations.all().getFirst().text()).startsWith("Line 2, column ");
    }
}
