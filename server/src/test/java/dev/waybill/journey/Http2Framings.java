package dev.waybill.journey;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The same as [Framings] in HTTP/2, where a body ends with a flag: nothing of a request may become
/// part of the framing when the proxy repeats it in HTTP/1.1. Each connection has a second stream
/// with a request to `/follower`.
final class Http2Framings {

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    private static final int LITERAL_SHORT_MAX = 127;

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private static final String HIDDEN = Framings.HIDDEN;

    private Http2Framings() {}

    static List<String> clear() {
        return List.of(
                connection(post(), HIDDEN),
                connection(post("content-length", "" + HIDDEN.length()), HIDDEN),
                connection(post("content-length", "0"), ""));
    }

    static List<String> ambiguous() {
        return Stream.concat(lengths(), injections()).toList();
    }

    private static Stream<String> lengths() {
        var all = "" + HIDDEN.length();
        return Stream.of(
                        post("content-length", "0"),
                        post("content-length", "5"),
                        post("content-length", "" + (HIDDEN.length() + 9)),
                        post("content-length", all, "content-length", "0"),
                        post("content-length", "0", "content-length", all),
                        post("content-length", "0, " + all),
                        post("content-length", "+" + all),
                        post("Content-Length", "0"),
                        post("content-length ", "0"),
                        post("content_length", "0"),
                        post("transfer-encoding", "chunked"),
                        post("Transfer-Encoding", "chunked"),
                        post("transfer-encoding", "chunked", "content-length", all),
                        post("transfer-encoding", "identity"),
                        post("connection", "content-length", "content-length", all),
                        post("connection", "upgrade", "upgrade", "h2c"),
                        post("expect", "100-continue"),
                        post("te", "trailers, chunked"))
                .flatMap(head ->
                        Stream.of(
                                connection(head, HIDDEN), connection(head, "0\r\n\r\n" + HIDDEN)));
    }

    /// Line ends where HTTP/1.1 would take them for such.
    private static Stream<String> injections() {
        var request = "a\r\n\r\n" + HIDDEN;
        var unfinished = "a HTTP/1.1\r\nHost: a\r\n\r\nGET /hidden/NNN HTTP/1.1\r\nx: ";
        return Stream.of(
                        post("x", "a\r\ncontent-length: 0"),
                        post("x", "a\ncontent-length: 0"),
                        post("x", "a\rcontent-length: 0"),
                        post("x", "a\r\ntransfer-encoding: chunked"),
                        post("x", "a\u0000b"),
                        post("x", request),
                        post("x: a\r\ncontent-length", "0"),
                        post("x: a\r\n\r\nGET /hidden/NNN HTTP/1.1\r\nx", "0"),
                        post("x:", "a"),
                        post("x y", "a"),
                        post("", "a"),
                        head("POST", "/first/NNN " + unfinished, "a"),
                        head("POST", "/first/NNN HTTP/1.1\r\nx:", "a"),
                        head("POST", "/first/NNN b", "a"),
                        head("POST", "first/NNN", "a"),
                        head("POST", "", "a"),
                        head("GET /hidden/NNN " + unfinished, "/first/NNN", "a"),
                        head("POST /hidden/NNN HTTP/1.1\r\nx:", "/first/NNN", "a"),
                        head("", "/first/NNN", "a"),
                        head("POST", "/first/NNN", request),
                        head("POST", "/first/NNN", "a", "host", "b"),
                        head("POST", "/first/NNN", "a", "host", request),
                        head("POST", "/first/NNN", "a", ":path", "/hidden/NNN"),
                        head("POST", "/first/NNN", "a", ":other", "b"))
                .map(head -> connection(head, HIDDEN));
    }

    private static String post(String... more) {
        return head("POST", "/first/NNN", "a", more);
    }

    private static String head(String method, String path, String authority, String... more) {
        var fields =
                new ArrayList<>(
                        List.of(
                                ":method",
                                method,
                                ":scheme",
                                "https",
                                ":path",
                                path,
                                ":authority",
                                authority));
        fields.addAll(List.of(more));
        var encoded = new StringBuilder();
        for (int i = 0; i < fields.size(); i += 2) {
            // A field that is not indexed, with its name in letters.
            encoded.append('\0').append(literal(fields.get(i))).append(literal(fields.get(i + 1)));
        }
        return encoded.toString();
    }

    /// A text of HPACK, as it is and not compressed.
    private static String literal(String text) {
        if (text.length() >= LITERAL_SHORT_MAX) {
            throw new IllegalArgumentException("longer than the short form allows: " + text);
        }
        return (char) text.length() + text;
    }

    private static String connection(String head, String body) {
        var follower = head("GET", "/follower/NNN", "a");
        return PREFACE
                + frame(SETTINGS, 0, 0, "")
                + frame(HEADERS, END_HEADERS, 1, head)
                + frame(DATA, END_STREAM, 1, body)
                + frame(HEADERS, END_HEADERS | END_STREAM, 3, follower);
    }

    private static String frame(int type, int flags, int stream, String payload) {
        int length = payload.length();
        return ""
                + (char) (length >> 16)
                + (char) (length >> 8 & 0xFF)
                + (char) (length & 0xFF)
                + (char) type
                + (char) flags
                + "\0\0\0"
                + (char) stream
                + payload;
    }
}
