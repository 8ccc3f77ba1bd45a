package dev.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

    @Test
    void everyKindOfValue() throws MalformedJson {
        var value =
                JsonReader.read(" {\"a\" : [1, -0.5e+3,true,false,null,\"x\"], \"b\":{}}\r\n\t")
                        .value();

        assertThat(value)
                .isEqualTo(
                        new Json.Obj(
                                Map.of(
                                        "a",
                                        new Json.Arr(
                                                List.of(
                                                        new Json.Num("1"),
                                                        new Json.Num("-0.5e+3"),
                                                        new Json.Bool(true),
                                                        new Json.Bool(false),
                                                        new Json.Null(),
                                                        new Json.Str("x"))),
                                        "b",
                                        new Json.Obj(Map.of()))));
    }

    @Test
    void escapes() throws MalformedJson {
        assertThat(JsonReader.read("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00é\"").value())
                .isEqualTo(new Json.Str("\"\\/\b\f\n\r\té😀é"));
    }

    @Test
    void theTextOfOuterMembersIsKept() throws MalformedJson {
        var document = JsonReader.read("{\"data\": {\"b\" :1.00,\"a\":\"\\u0041\"} ,\"c\":[ ]}");

        assertThat(document.memberTexts())
                .isEqualTo(Map.of("data", "{\"b\" :1.00,\"a\":\"\\u0041\"}", "c", "[ ]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "[1",
                "[1,",
                "[1,]",
                "[,1]",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":1}x",
                "1 2",
                "tru",
                "TRUE",
                "nul",
                "NaN",
                "Infinity",
                "+1",
                "01",
                "-",
                "1.",
                ".5",
                "1e",
                "1e+",
                "0x10",
                "\"",
                "\"\\",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u00g0\"",
                "\"\\u１２３４\"",
                "\"a\nb\"",
                "\"\u0000\"",
                "\uFEFF1",
                "1//",
                "/**/1",
                "\u00a01",
            })
    void whatIsNotJson(String text) {
        assertThatThrownBy(() -> JsonReader.read(text)).isInstanceOf(MalformedJson.class);
    }

    @Test
    void repeatedNamesAreRefused() {
        assertThatThrownBy(() -> JsonReader.read("{\"a\":1,\"\\u0061\":2}"))
                .hasMessage("a repeated name at character 17");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "\\udc00", "\\udc00\\ud800", "\\ud800x", "\\ud83d\\ud83d"})
    void unpairedSurrogatesAreRefused(String escapes) {
        assertThatThrownBy(() -> JsonReader.read("\"" + escapes + "\""))
                .hasMessageContaining("surrogate");
        assertThatThrownBy(() -> JsonReader.read("{\"" + escapes + "\":1}"))
                .hasMessageContaining("surrogate");
    }

    @Test
    void depthIsLimited() {
        assertThatCode(() -> JsonReader.read("[".repeat(64) + "]".repeat(64)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> JsonReader.read("[".repeat(65)))
                .hasMessageContaining("more than 64 levels");
        assertThatThrownBy(() -> JsonReader.read("{\"a\":".repeat(1_000_000)))
                .hasMessageContaining("more than 64 levels");
    }

    @Test
    void levelsThatEndedDoNotCount() {
        assertThatCode(() -> JsonReader.read("[" + "[[]],{},".repeat(1_000) + "1]"))
                .doesNotThrowAnyException();
    }

    @Test
    void hugeNumbersStayText() throws MalformedJson {
        assertThat(JsonReader.read("1e999999").value()).isEqualTo(new Json.Num("1e999999"));
        assertThatThrownBy(() -> JsonReader.read("1".repeat(1_001)))
                .hasMessageContaining("more than 1000 characters");
    }

    @ParameterizedTest
    @CsvSource({"7, 7", "-1, -1", "999999999999999999, 999999999999999999"})
    void wholeNumbers(String text, long value) throws MalformedJson {
        assertThat(member(text).whole("n")).contains(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e3", "1.0", "\"1\"", "null", "9223372036854775808", "1e999999"})
    void whatIsNotAWholeNumber(String text) throws MalformedJson {
        assertThat(member(text).whole("n")).isEmpty();
    }

    @Test
    void onlyUtf8IsRead() {
        for (var bytes : List.of(new byte[] {'"', (byte) 0xff, '"'}, overlong(), half())) {
            assertThatThrownBy(() -> JsonReader.read(bytes)).hasMessage("the text is not UTF-8");
        }
    }

    private static byte[] overlong() {
        return new byte[] {'"', (byte) 0xc0, (byte) 0xaf, '"'};
    }

    /// A surrogate, encoded like a character.
    private static byte[] half() {
        return new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'};
    }

    private static Json.Obj member(String text) throws MalformedJson {
        return JsonReader.read("{\"n\":" + text + "}").object().orElseThrow();
    }
}
