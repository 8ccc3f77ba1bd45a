package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HeadBoundsTest {

    private static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }

    static Stream<Arguments> received() {
        return Stream.of(
                arguments("", 0, -1),
                arguments("GET", 0, -1),
                arguments("\r\n", 2, -1),
                arguments("\r\n\r\nGET", 4, -1),
                arguments("\r", 0, -1),
                arguments("\n\nG", 0, -1),
                arguments("G\r\n\r", 0, -1),
                arguments("G\n\n", 0, -1),
                arguments("G\r\n\r\n", 0, 5),
                arguments("G\r\n\r\nbody\r\n\r\n", 0, 5),
                arguments("\r\nG\r\n\r\nbody", 2, 7));
    }

    @ParameterizedTest
    @MethodSource("received")
    void aHeadGoesFromItsFirstLineToTheEmptyOne(String text, int begin, int end) throws BadRequest {
        var bytes = bytes(text);

        assertThat(HeadBounds.begin(bytes, 0, bytes.length)).isEqualTo(begin);
        assertThat(HeadBounds.end(bytes, begin, bytes.length)).isEqualTo(end);
    }

    @Test
    void aHeadHasALargestSize() throws BadRequest {
        var largest = bytes("x".repeat(Limits.HEAD_BYTES_MAX - 4) + "\r\n\r\n");
        var larger = bytes("x".repeat(Limits.HEAD_BYTES_MAX - 3) + "\r\n\r\n");

        assertThat(HeadBounds.end(largest, 0, largest.length)).isEqualTo(largest.length);
        assertThatThrownBy(() -> HeadBounds.end(larger, 0, larger.length))
                .isInstanceOf(BadRequest.class);
    }
}
