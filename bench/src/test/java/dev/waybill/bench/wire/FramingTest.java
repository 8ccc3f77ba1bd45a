package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FramingTest {

    private static final String LENGTH =
            """
            HTTP/1.1 202 Accepted\r
            Content-Length: 5\r
            x: y\r
            \r
            hello\
            """;
    private static final String CHUNKS =
            """
            HTTP/1.1 200 OK\r
            Transfer-Encoding: chunked\r
            \r
            5\r
            hello\r
            10\r
            0123456789abcdef\r
            0\r
            \r
            """;
    private static final String EMPTY =
            """
            HTTP/1.1 503 Busy\r
            content-length: 0\r
            \r
            """;

    static Stream<Integer> pieces() {
        return IntStream.rangeClosed(1, 40).boxed();
    }

    /// However the network cuts them, messages end where they end.
    @ParameterizedTest(name = "pieces of {0} bytes")
    @MethodSource("pieces")
    void findsTheEndOfEachMessage(int pieceBytes) {
        var framing = new Framing(8);
        var bytes = (LENGTH + CHUNKS + EMPTY + LENGTH).getBytes(US_ASCII);
        var statuses = new StringBuilder();

        for (int at = 0; at < bytes.length; at += pieceBytes) {
            var piece = ByteBuffer.wrap(bytes, at, Math.min(pieceBytes, bytes.length - at));
            while (framing.advance(piece)) {
                statuses.append(framing.status()).append(' ');
            }
        }

        assertThat(statuses.toString()).isEqualTo("202 200 503 202 ");
    }

    @Test
    void keepsTheBeginningOfTheBody() {
        var framing = new Framing(4);

        framing.advance(ByteBuffer.wrap(LENGTH.getBytes(US_ASCII)));

        assertThat(new String(framing.prefix(), 0, framing.prefixLength(), US_ASCII))
                .isEqualTo("hell");
    }
}
