package dev.waybill.journey;

import java.util.List;
import java.util.stream.Stream;

/// Requests whose end two servers may see in different places. One of them may read a body where
/// another reads a request to `/hidden`.
final class Framings {

    /// The placeholder of a number with as many digits in every path, so that each occurs only
    /// once.
    static final String NUMBER = "NNN";

    static final String HIDDEN = "GET /hidden/NNN HTTP/1.1\r\nHost: a\r\n\r\n";

    /// Behind each of them on the same connection.
    private static final String FOLLOWER =
            "GET /follower/NNN HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

    private static final String POST = "POST /first/NNN HTTP/1.1\r\nHost: a\r\n";
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";
    private static final String LAST_CHUNK = "0\r\n\r\n";

    /// Ends the body for a reader of chunks, and contains the rest for a reader of a length.
    private static final String ENDS_EARLY = LAST_CHUNK + HIDDEN;

    /// The other way round: a chunk that holds a request.
    private static final String IN_A_CHUNK =
            Integer.toHexString(HIDDEN.length()) + "\r\n" + HIDDEN + "\r\n" + LAST_CHUNK;

    private Framings() {}

    /// Requests that every server must read in one way.
    static List<String> clear() {
        return followed(
                Stream.of(
                        POST + length(5) + "\r\nhello",
                        POST + length(HIDDEN) + "\r\n" + HIDDEN,
                        POST + CHUNKED + "\r\n5\r\nhello\r\n" + LAST_CHUNK,
                        POST + CHUNKED + "\r\n" + IN_A_CHUNK,
                        "GET /first/NNN HTTP/1.1\r\nHost: a\r\n\r\n"));
    }

    static List<String> ambiguous() {
        return followed(
                Stream.of(
                                lengths(),
                                encodings(),
                                encodingsWithLength(),
                                chunks(),
                                lines(),
                                otherHeads())
                        .flatMap(List::stream));
    }

    private static List<String> followed(Stream<String> requests) {
        return requests.map(request -> request + FOLLOWER).toList();
    }

    private static String length(int bytes) {
        return "Content-Length: " + bytes + "\r\n";
    }

    private static String length(String body) {
        return length(body.length());
    }

    private static List<String> lengths() {
        int all = HIDDEN.length();
        var names =
                Stream.of(
                                "Content-Length: 0\r\nContent-Length: " + all,
                                "Content-Length: " + all + "\r\nContent-Length: 0",
                                "Content-Length: 0\r\ncontent-length: " + all,
                                "Content-Length: 0\r\nContent_Length: " + all,
                                "Content-Length: 0\r\nContent-Length : " + all,
                                "Content-Length : " + all,
                                "Content-Length\t: " + all,
                                " Content-Length: " + all,
                                "Content-Length:\r\n " + all,
                                "Content-Length:\u000b" + all,
                                "X: a\r\n Content-Length: " + all,
                                "X: a\nContent-Length: " + all,
                                "X: a\rContent-Length: " + all,
                                "X: a\u0000\r\nContent-Length: " + all,
                                "Connection: Content-Length\r\nContent-Length: " + all)
                        .map(header -> POST + header + "\r\n\r\n" + HIDDEN);
        var values =
                Stream.of(
                                all + ", " + all,
                                "0, " + all,
                                "+" + all,
                                "-" + all,
                                "00" + all,
                                "0x" + Integer.toHexString(all),
                                all + ".0",
                                all + "a",
                                all + " 0",
                                "\"" + all + "\"",
                                "",
                                "1e2",
                                "4294967296",
                                "18446744073709551616",
                                "99999999999999999999999")
                        .map(value -> POST + "Content-Length: " + value + "\r\n\r\n" + HIDDEN);
        return Stream.concat(names, values).toList();
    }

    private static List<String> encodingHeaders() {
        return List.of(
                "Transfer-Encoding: chunked",
                "Transfer-Encoding: Chunked",
                "transfer-encoding:chunked",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
                "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: identity, chunked",
                "Transfer-Encoding: chunked, identity",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: chunkedx",
                "Transfer-Encoding: chunked;q=1",
                "Transfer-Encoding: \"chunked\"",
                "Transfer-Encoding: ,chunked",
                "Transfer-Encoding: chunked,",
                "Transfer-Encoding: ",
                "Transfer-Encoding:\tchunked",
                "Transfer-Encoding: \u000bchunked",
                "Transfer-Encoding: chunked\u000b",
                "Transfer-Encoding: chunked\u0000",
                "Transfer-Encoding : chunked",
                "Transfer-Encoding\t: chunked",
                "Transfer_Encoding: chunked",
                "Transfer-Encoding\u0000: chunked",
                " Transfer-Encoding: chunked",
                "Transfer-Encoding:\r\n chunked",
                "Transfer-Encoding: chun\r\n ked",
                "X: a\r\n Transfer-Encoding: chunked",
                "X: a\nTransfer-Encoding: chunked",
                "X: a\rTransfer-Encoding: chunked",
                "X: a\r\n\rTransfer-Encoding: chunked",
                "Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked");
    }

    private static List<String> encodings() {
        return encodingHeaders().stream()
                .flatMap(header ->
                        Stream.of(ENDS_EARLY, IN_A_CHUNK)
                                .map(body -> POST + header + "\r\n\r\n" + body))
                .toList();
    }

    private static List<String> encodingsWithLength() {
        return encodingHeaders().stream()
                .flatMap(header ->
                        Stream.of(
                                POST + length(ENDS_EARLY) + header + "\r\n\r\n" + ENDS_EARLY,
                                POST + header + "\r\n" + length(ENDS_EARLY) + "\r\n" + ENDS_EARLY,
                                POST + length(4) + header + "\r\n\r\n" + IN_A_CHUNK))
                .toList();
    }

    private static List<String> chunks() {
        var size = Integer.toHexString(HIDDEN.length());
        return Stream.of(
                        " 0\r\n\r\n",
                        "0 \r\n\r\n",
                        "0\t\r\n\r\n",
                        "+0\r\n\r\n",
                        "-0\r\n\r\n",
                        "0x0\r\n\r\n",
                        "00000000000000000000\r\n\r\n",
                        "100000000\r\n\r\n",
                        "10000000000000000\r\n\r\n",
                        "fffffffffffffffb\r\nhello\r\n" + LAST_CHUNK,
                        "\r\n\r\n",
                        ";\r\n\r\n",
                        "0;a=\"\r\n\r\n",
                        "0;a\n\r\n\r\n",
                        "0\n\r\n",
                        "0\r\n\n",
                        "0\n\n",
                        "0\r\r\n\r\n",
                        "5\r\nhello" + LAST_CHUNK,
                        "5\r\nhello\n" + LAST_CHUNK,
                        "5\r\nhelloXX" + LAST_CHUNK,
                        "5\nhello\r\n" + LAST_CHUNK,
                        "4\r\nhello\r\n" + LAST_CHUNK,
                        "6\r\nhello\r\n" + LAST_CHUNK,
                        "5;" + HIDDEN + "\r\nhello\r\n" + LAST_CHUNK,
                        "5;\nGET /hidden/NNN HTTP/1.1\r\nhello\r\n" + LAST_CHUNK,
                        size + ";a\n" + HIDDEN + "\r\n" + LAST_CHUNK,
                        "0\r\nContent-Length: " + HIDDEN.length() + "\r\n\r\n",
                        "0\r\n" + CHUNKED + "\r\n",
                        "0\r\nX: a\n\nGET /hidden/NNN HTTP/1.1\r\nHost: a\r\n\r\n",
                        "0\r\n" + HIDDEN,
                        "0\r\n folded\r\n\r\n",
                        "0\r\nX : a\r\n\r\n",
                        "0\r\nX\r\n\r\n")
                .map(body -> POST + CHUNKED + "\r\n" + body + HIDDEN)
                .toList();
    }

    private static List<String> lines() {
        return List.of(
                "POST /first/NNN HTTP/1.1\nHost: a\nContent-Length: 5\n\nhello",
                "POST /first/NNN HTTP/1.1\nHost: a\n" + length(HIDDEN) + "\n" + HIDDEN,
                "POST /first/NNN HTTP/1.1\nHost: a\n" + CHUNKED + "\n" + ENDS_EARLY,
                POST + length(HIDDEN) + "\n" + HIDDEN,
                POST + length(HIDDEN) + "\r\r\n" + HIDDEN,
                POST + "X: a\n\n" + HIDDEN,
                POST + "X: a\r\r" + HIDDEN,
                POST + "X: a\n\r\n" + HIDDEN,
                POST + "X\r\n" + length(HIDDEN) + "\r\n" + HIDDEN,
                POST + ": a\r\n" + length(HIDDEN) + "\r\n" + HIDDEN,
                "\r\n\r\n" + POST + length(HIDDEN) + "\r\n" + HIDDEN,
                "\n" + POST + length(HIDDEN) + "\r\n" + HIDDEN);
    }

    private static List<String> otherHeads() {
        return List.of(
                "GET /first/NNN HTTP/1.1\r\nHost: a\r\n" + length(HIDDEN) + "\r\n" + HIDDEN,
                "GET /first/NNN HTTP/1.1\r\nHost: a\r\n" + CHUNKED + "\r\n" + ENDS_EARLY,
                "HEAD /first/NNN HTTP/1.1\r\nHost: a\r\n" + length(HIDDEN) + "\r\n" + HIDDEN,
                "POST /first/NNN HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n"
                        + CHUNKED
                        + "\r\n"
                        + ENDS_EARLY,
                "POST /first/NNN HTTP/1.0\r\nConnection: keep-alive\r\n"
                        + CHUNKED
                        + "\r\n"
                        + ENDS_EARLY,
                "POST /first/NNN HTTP/1.2\r\nHost: a\r\n" + CHUNKED + "\r\n" + ENDS_EARLY,
                "POST /first/NNN HTTP/2.0\r\nHost: a\r\n" + length(HIDDEN) + "\r\n" + HIDDEN,
                "POST /first/NNN\r\n" + HIDDEN,
                "POST  /first/NNN HTTP/1.1\r\nHost: a\r\n" + length(HIDDEN) + "\r\n" + HIDDEN,
                "POST /first/NNN HTTP/1.1 \r\nHost: a\r\n" + length(HIDDEN) + "\r\n" + HIDDEN,
                "POST /first/NNN HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + HIDDEN,
                "POST /first/NNN HTTP/1.1\r\n\r\n" + HIDDEN,
                "POST http://b/first/NNN HTTP/1.1\r\nHost: a\r\n\r\n" + HIDDEN,
                POST + "Expect: 100-continue\r\n" + length(HIDDEN) + "\r\n" + HIDDEN,
                POST + "Expect: 100-continue\r\n" + CHUNKED + "\r\n" + ENDS_EARLY,
                POST + "Expect: something\r\n" + length(HIDDEN) + "\r\n" + HIDDEN,
                POST + "Expect: 100-continue, 100-continue\r\n" + length(0) + "\r\n" + HIDDEN,
                POST + "Connection: Upgrade\r\nUpgrade: h2c\r\n" + length(0) + "\r\n" + HIDDEN,
                POST
                        + "Connection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Key: a\r\n\r\n"
                        + HIDDEN,
                "CONNECT /first/NNN HTTP/1.1\r\nHost: a\r\n\r\n" + HIDDEN);
    }
}
