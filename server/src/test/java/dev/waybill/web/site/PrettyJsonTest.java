package dev.waybill.web.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class PrettyJsonTest {

    private static final int LONG = 100_000;

    @Test
    void breaksAndIndentsLines() {
        assertThat(pretty("{\"a\":1,\"b\":[true,null],\"c\":{ },\"d\":[\n]}"))
                .isEqualTo(
                        """
                        {
                          "a": 1,
                          "b": [
                            true,
                            null
                          ],
                          "c": {},
                          "d": []
                        }\
                        """);
    }

    @Test
    void numbersAndEscapesStayAsTheyWere() {
        assertThat(pretty("[12345678901234567890.10, 1E400, -0, \"\\u00e9\\\"{[,:\\\\\", \"é  \"]"))
                .isEqualTo(
                        """
                        [
                          12345678901234567890.10,
                          1E400,
                          -0,
                          "\\u00e9\\"{[,:\\\\",
                          "é  "
                        ]\
                        """);
    }

    @Test
    void nothingButBlanksChanges() {
        var random = new SplittableRandom(7);
        var mapper = new JsonMapper();
        for (int i = 0; i < 500; i++) {
            var json = value(random, 4);

            assertThat(mapper.readTree(pretty(json))).isEqualTo(mapper.readTree(json));
            assertThat(pretty(pretty(json))).isEqualTo(pretty(json));
        }
    }

    @Test
    void itIsMadeOnlyAsFarAsItIsNeeded() {
        var deep = "[".repeat(1_000_000);

        assertThat(PrettyJson.of(deep, 1_000).length()).isBetween(1_000, 1_200);
    }

    @Test
    void whatIsCutOffIsShownAsFarAsItGoes() {
        assertThat(pretty("{\"a\":\"b\\")).isEqualTo("{\n  \"a\": \"b\\");
        assertThat(pretty("]]")).isEqualTo("\n]\n]");
    }

    private static String pretty(String json) {
        return PrettyJson.of(json, LONG);
    }

    private static String value(SplittableRandom random, int depth) {
        int kind = random.nextInt(depth == 0 ? 2 : 4);
        if (kind == 0) {
            return random.nextInt() + "." + random.nextInt(1_000) + "e" + random.nextInt(9);
        }
        if (kind == 1) {
            return "\"a\\\\\\\"{}[]:, \\n" + random.nextInt() + "\"";
        }
        var parts = new StringBuilder();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            parts.append(i == 0 ? " " : " , ");
            parts.append(kind == 2 ? "\"k" + i + "\" : " : "").append(value(random, depth - 1));
        }
        return (kind == 2 ? "{" : "[") + parts + (kind == 2 ? " }" : "\n]");
    }
}
