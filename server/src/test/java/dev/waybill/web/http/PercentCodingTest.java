package dev.waybill.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PercentCodingTest {

    static Stream<Arguments> queries() {
        return Stream.of(
                arguments("", Map.of()),
                arguments("a=1&b=2", Map.of("a", List.of("1"), "b", List.of("2"))),
                arguments("a=1&b=2&a=3", Map.of("a", List.of("1", "3"), "b", List.of("2"))),
                arguments("a", Map.of("a", List.of(""))),
                arguments("&&a=b&", Map.of("a", List.of("b"))),
                arguments("=v", Map.of("", List.of("v"))),
                arguments("a=b=c", Map.of("a", List.of("b=c"))),
                arguments("a+b=c+d", Map.of("a b", List.of("c d"))),
                arguments("a=%2B%26%3d", Map.of("a", List.of("+&="))),
                arguments("%61=%C3%BC%e2%82%ac", Map.of("a", List.of("\u00fc\u20ac"))),
                // UTF-8 without escapes, one character for each byte.
                arguments("a=\u00c3\u00bc", Map.of("a", List.of("\u00fc"))));
    }

    @ParameterizedTest
    @MethodSource("queries")
    void aQueryIsDecoded(String query, Map<String, List<String>> expected) {
        assertThat(PercentCoding.decodeAll(query)).isEqualTo(expected);
        assertThat(PercentCoding.decodeQuery(query))
                .allSatisfy((name, last) -> assertThat(expected.get(name)).last().isEqualTo(last))
                .hasSameSizeAs(expected.keySet());
    }

    @ParameterizedTest
    @CsvSource({"abc, abc", "a+b, a+b", "a%2Fb, a/b", "a%20b, a b", "%C3%BC, \u00fc"})
    void aSegmentOfAPathKeepsItsPlus(String segment, String expected) {
        assertThat(PercentCoding.decodePath(segment)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "%,,",
        "a=%, a",
        "a=%4, a",
        "a=x%4, a",
        "a=%zz, a",
        "a=%4z, a",
        "a=%C3, a",
        "a=%C3x, a",
        "a=%FF, a",
        "a=%ED%A0%80, a",
        "b=1&a=%C0%80, a",
        "%C3=1,,",
    })
    void whatIsNoTextIsRefusedWithTheNameOfItsField(String query, @Nullable String field) {
        assertThatThrownBy(() -> PercentCoding.decodeQuery(query))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> {
                            assertThat(problem.type()).isEqualTo(ProblemType.MALFORMED_QUERY);
                            assertThat(problem.field()).isEqualTo(field);
                        });
    }
}
