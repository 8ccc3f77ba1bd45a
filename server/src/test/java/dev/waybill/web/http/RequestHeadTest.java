package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHeadTest {

    private static final String GET = "GET / HTTP/1.1\n";
    private static final String HOST = "Host: a\n";

    /// Reads a head that is written with line feeds alone, and without the empty line.
    private static RequestHead parse(String head) throws BadRequest {
        return parseExactly((head + "\n").replace("\n", "\r\n"));
    }

    private static RequestHead parseExactly(String head) throws BadRequest {
        return RequestHead.parse(head.getBytes(ISO_8859_1));
    }

    @ParameterizedTest
    @CsvSource({
        "GET /a HTTP/1.1,                     GET,    /a",
        "POST /a?b=c HTTP/1.1,                POST,   /a?b=c",
        "get /a HTTP/1.1,                     get,    /a",
        "PATCH /%C3%BC HTTP/1.1,              PATCH,  /%C3%BC",
        "M-SEARCH //x HTTP/1.1,               M-SEARCH, //x",
        "GET http://example.com/a?b HTTP/1.1, GET,    /a?b",
        "GET HTTPS://example.com HTTP/1.1,    GET,    /",
        "GET http://example.com?x=1 HTTP/1.1, GET,    /?x=1",
        "GETS / HTTP/1.0,                     GETS,   /",
    })
    void theFirstLineIsAMethodAndATarget(String line, String method, String target)
            throws BadRequest {
        var head = parse(line + "\n" + HOST);

        assertThat(head.method()).isEqualTo(method);
        assertThat(head.target()).isEqualTo(target);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP/1.1 | X: y                           | STAYS",
                "HTTP/1.1 | Connection: keep-alive         | STAYS",
                "HTTP/1.1 | Connection: close              | ENDS",
                "HTTP/1.1 | connection: Keep-Alive , CLOSE | ENDS",
                "HTTP/1.1 | Connection: closed             | STAYS",
                "HTTP/1.0 | X: y                           | ENDS",
                "HTTP/1.0 | Connection: Keep-Alive         | STAYS_AS_ASKED",
                "HTTP/1.0 | Connection: keep-alive, close  | ENDS",
            })
    void theVersionAndTheClientDecideAboutTheConnection(
            String version, String header, Persistence persistence) throws BadRequest {
        var head = parse("GET / " + version + "\n" + HOST + header + "\n");

        assertThat(head.persistence()).isEqualTo(persistence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X: y                               | 0                  | false",
                "Content-Length: 0                  | 0                  | false",
                "Content-Length: 17                 | 17                 | false",
                "content-length: 0017               | 17                 | false",
                "Content-Length: 999999999999999999 | 999999999999999999 | false",
                "Transfer-Encoding: Chunked         | 0                  | true",
            })
    void theBodyHasALengthOrComesInChunks(String header, long length, boolean chunked)
            throws BadRequest {
        var head = parse("POST / HTTP/1.1\n" + HOST + header + "\n");

        assertThat(head.contentLength()).isEqualTo(length);
        assertThat(head.chunked()).isEqualTo(chunked);
    }

    @ParameterizedTest
    @CsvSource({"HTTP/1.1, true", "HTTP/1.0, false"})
    void onlyAClientOfHttp11WaitsToBeAskedForTheBody(String version, boolean waits)
            throws BadRequest {
        var head = parse("POST / " + version + "\n" + HOST + "Expect: 100-Continue\n");

        assertThat(head.expectsContinue()).isEqualTo(waits);
        assertThat(parse(GET + HOST).expectsContinue()).isFalse();
    }

    @Test
    void headersAreFoundByNameWithoutTheBlanksAroundThem() throws BadRequest {
        var head =
                parse(GET + "hOST:a\nX-A: \t one two \t\nx-a: second\nX-B:\nX-C: gr\u00fc\u00df\n");

        assertThat(head.header("Host")).isEqualTo("a");
        assertThat(head.header("X-A")).isEqualTo("one two");
        assertThat(head.header("x-b")).isEmpty();
        assertThat(head.header("X-C")).isEqualTo("gr\u00fc\u00df");
        assertThat(head.header("X")).isNull();
        assertThat(head.header("X-AA")).isNull();
    }

    @Test
    void aHeadMayHaveAHundredHeaders() throws BadRequest {
        var head = parse(GET + HOST + headers(Limits.HEADERS_MAX - 1));

        assertThat(head.header("X-0")).isEqualTo("0");
        assertThat(head.header("X-98")).isEqualTo("98");
        assertThatThrownBy(() -> parse(GET + HOST + headers(Limits.HEADERS_MAX)))
                .isInstanceOfSatisfying(
                        BadRequest.class,
                        refused ->
                                assertThat(refused.problem().type())
                                        .isEqualTo(ProblemType.HEAD_TOO_LARGE));
    }

    private static String headers(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> "X-" + n + ": " + n + "\n")
                .collect(Collectors.joining());
    }

    static Stream<Arguments> refusedHeads() {
        var line = "The first line must be a method, a path and HTTP/1.1.";
        var escape = "The path contains a character that must be %-encoded.";
        var slash = "The path must begin with /.";
        var version = "Only HTTP/1.1 and HTTP/1.0 are supported.";
        var shape = "A header must be a name, a colon and a value.";
        var name = "A header's name contains a character that is not allowed.";
        var value = "A header's value contains a control character.";
        var length = "Content-Length must be a number.";
        var coding = "The only supported Transfer-Encoding is chunked.";
        var both = "A body has either a Content-Length or, in HTTP/1.1, chunks; not both.";
        var host = "There must be one Host header.";
        return Stream.of(
                arguments("GET\n" + HOST, line),
                arguments("GET /\n" + HOST, line),
                arguments(" / HTTP/1.1\n" + HOST, line),
                arguments("GET / HTTP/1.1 x\n" + HOST, line),
                arguments("G(T / HTTP/1.1\n" + HOST, "The method must be a word."),
                arguments("G\u00cbT / HTTP/1.1\n" + HOST, "The method must be a word."),
                arguments("GET /a#b HTTP/1.1\n" + HOST, escape),
                arguments("GET /a\tb HTTP/1.1\n" + HOST, escape),
                arguments("GET /a\u007f HTTP/1.1\n" + HOST, escape),
                arguments("GET /\u00fc HTTP/1.1\n" + HOST, escape),
                arguments("GET a HTTP/1.1\n" + HOST, slash),
                arguments("GET * HTTP/1.1\n" + HOST, slash),
                arguments("GET  HTTP/1.1\n" + HOST, slash),
                arguments("GET ftp://a/ HTTP/1.1\n" + HOST, slash),
                arguments("GET http:///a HTTP/1.1\n" + HOST, slash),
                arguments("GET / HTTP/2.0\n" + HOST, version),
                arguments("GET / http/1.1\n" + HOST, version),
                arguments(GET + HOST + "no colon\n", shape),
                arguments(GET + HOST + ": no name\n", shape),
                arguments(GET + HOST + "Na me: x\n", name),
                arguments(GET + HOST + "Name : x\n", name),
                arguments(GET + HOST + " folded: x\n", name),
                arguments(GET + HOST + "N\u00e4me: x\n", name),
                arguments(GET + HOST + "X: a\u0000b\n", value),
                arguments(GET + HOST + "X: a\u001fb\n", value),
                arguments(GET + HOST + "X: \u007f\n", value),
                arguments(GET + HOST + "Content-Length:\n", length),
                arguments(GET + HOST + "Content-Length: +1\n", length),
                arguments(GET + HOST + "Content-Length: -1\n", length),
                arguments(GET + HOST + "Content-Length: 1 2\n", length),
                arguments(GET + HOST + "Content-Length: 1,1\n", length),
                arguments(GET + HOST + "Content-Length: 0x1\n", length),
                arguments(GET + HOST + "Content-Length: 1234567890123456789\n", length),
                arguments(
                        GET + HOST + "Content-Length: 1\ncontent-length: 1\n",
                        "There must be one Content-Length."),
                arguments(GET + HOST + "Transfer-Encoding: gzip\n", coding),
                arguments(GET + HOST + "Transfer-Encoding: gzip, chunked\n", coding),
                arguments(
                        GET + HOST + "Transfer-Encoding: chunked\nTransfer-Encoding: chunked\n",
                        coding),
                arguments(GET + HOST + "Transfer-Encoding: chunked\nContent-Length: 0\n", both),
                arguments("GET / HTTP/1.0\nTransfer-Encoding: chunked\n", both),
                arguments(
                        GET + HOST + "Expect: an answer\n",
                        "The only supported expectation is 100-continue."),
                arguments(GET, host),
                arguments(GET + HOST + "host: b\n", host),
                arguments("GET / HTTP/1.0\n" + HOST + HOST, host));
    }

    @ParameterizedTest
    @MethodSource("refusedHeads")
    void whatTwoReadersCouldReadDifferentlyIsRefused(String head, String detail) {
        assertThatThrownBy(() -> parse(head)).isInstanceOf(BadRequest.class).hasMessage(detail);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\rHost: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\n\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
            })
    void aLineEndsWithBothCharacters(String head) {
        assertThatThrownBy(() -> parseExactly(head))
                .isInstanceOf(BadRequest.class)
                .hasMessage("Lines must end with CR LF.");
    }

    @Test
    void aHostIsOptionalInHttp10() throws BadRequest {
        assertThat(parse("GET / HTTP/1.0\n").target()).isEqualTo("/");
    }
}
