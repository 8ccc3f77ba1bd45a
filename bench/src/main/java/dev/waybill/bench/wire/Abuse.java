package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Locale;

/// A way in which a client without a key uses the service badly.
public enum Abuse {
    /// Connects and sends nothing.
    SILENT,
    /// Sends all but the end of a head.
    HALF_HEAD,
    /// Sends a large head and most of a small body to a path that does not exist.
    HALF_BODY_NOWHERE,
    /// The same to a path that accepts forms without a session.
    HALF_BODY,
    /// Sends most of a body of 8 MB to a path that needs a key.
    LARGE_BODY,
    /// Asks for an asset, again and again, and reads no answer.
    UNREAD,
    /// Asks for an asset and reads a byte of it every second.
    TRICKLE;

    /// Just below the limit for a head.
    private static final int HEAD_BYTES = 15_900;

    private static final int SMALL_BODY = 8_000;
    private static final int SMALL_BODY_SENT = 7_800;
    private static final int LARGE_BODY_BYTES = 8_000_000;
    private static final int LARGE_BODY_SENT = 6_500_000;

    /// Requests that are sent at once.
    private static final int UNREAD_BYTES = 64 * 1024;

    /// A client that does not read.
    static final int SMALL_RECEIVE_BUFFER = 2 * 1024;

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether it begins again with the same bytes when it has sent them.
    boolean repeats() {
        return this == UNREAD;
    }

    /// Whether it reads the responses.
    boolean reads() {
        return this != UNREAD && this != TRICKLE;
    }

    /// The bytes that it sends.
    ///
    /// @param asset the path of a public file
    byte[] bytes(String asset) {
        var text =
                switch (this) {
                    case SILENT -> "";
                    case HALF_HEAD -> padded("GET / HTTP/1.1\r\nHost: a\r\n", "");
                    case HALF_BODY_NOWHERE -> halfBody("/nowhere");
                    case HALF_BODY -> halfBody("/ui/login");
                    case LARGE_BODY ->
                            post("/v1/events", LARGE_BODY_BYTES)
                                    + "\r\n"
                                    + "x".repeat(LARGE_BODY_SENT);
                    case UNREAD -> get(asset).repeat(UNREAD_BYTES / get(asset).length());
                    case TRICKLE -> get(asset);
                };
        return text.getBytes(US_ASCII);
    }

    private static String halfBody(String path) {
        return padded(post(path, SMALL_BODY), "\r\n\r\n") + "x".repeat(SMALL_BODY_SENT);
    }

    private static String post(String path, int length) {
        return """
        POST %s HTTP/1.1\r
        Host: a\r
        Content-Type: application/x-www-form-urlencoded\r
        Content-Length: %d\r
        """
                .formatted(path, length);
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    private static String padded(String head, String end) {
        var name = "X-Pad: ";
        int length = HEAD_BYTES - head.length() - name.length() - end.length();
        return head + name + "x".repeat(length) + end;
    }
}
