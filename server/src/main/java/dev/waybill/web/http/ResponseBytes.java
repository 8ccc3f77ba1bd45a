package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Map;

/// An answer as it is sent. A small one is a single buffer, so that it leaves in one write; the
/// body of a larger one is not copied.
final class ResponseBytes {

    static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(ISO_8859_1);

    private static final Map<Integer, String> PHRASES =
            Map.ofEntries(
                    Map.entry(200, "OK"),
                    Map.entry(201, "Created"),
                    Map.entry(202, "Accepted"),
                    Map.entry(204, "No Content"),
                    Map.entry(303, "See Other"),
                    Map.entry(400, "Bad Request"),
                    Map.entry(401, "Unauthorized"),
                    Map.entry(403, "Forbidden"),
                    Map.entry(404, "Not Found"),
                    Map.entry(405, "Method Not Allowed"),
                    Map.entry(408, "Request Timeout"),
                    Map.entry(409, "Conflict"),
                    Map.entry(413, "Content Too Large"),
                    Map.entry(415, "Unsupported Media Type"),
                    Map.entry(422, "Unprocessable Content"),
                    Map.entry(429, "Too Many Requests"),
                    Map.entry(431, "Request Header Fields Too Large"),
                    Map.entry(500, "Internal Server Error"),
                    Map.entry(503, "Service Unavailable"));

    /// The default headers of an answer: answers contain secrets and customers' data, so no cache
    /// may store one and no browser may guess its type.
    private static final Map<String, String> UNLESS_SAID =
            Map.of("Cache-Control", "no-store", "X-Content-Type-Options", "nosniff");

    /// Copying this much costs less than a second write.
    private static final int COPIED_MAX = 16 * 1024;

    /// The JDK copies written bytes to memory outside the heap, and keeps that memory.
    private static final int WRITTEN_AT_ONCE = 64 * 1024;

    private static final byte[] NOTHING = {};

    private final ByteBuffer first;
    private final ByteBuffer second;
    private final long held;

    private ResponseBytes(byte[] first, byte[] second, boolean shared) {
        this.first = ByteBuffer.wrap(first);
        this.second = ByteBuffer.wrap(second);
        this.held = (long) first.length + (shared ? 0 : second.length);
    }

    /// The memory that it needs until it is written.
    long held() {
        return held;
    }

    /// Writes as much as the connection takes now; returns how many bytes.
    int writeTo(SocketChannel channel) throws IOException {
        int before = first.remaining() + second.remaining();
        if (write(first, channel)) {
            write(second, channel);
        }
        return before - first.remaining() - second.remaining();
    }

    boolean isWritten() {
        return !first.hasRemaining() && !second.hasRemaining();
    }

    private static boolean write(ByteBuffer piece, SocketChannel channel) throws IOException {
        int end = piece.limit();
        try {
            while (piece.position() < end) {
                piece.limit(Math.min(end, piece.position() + WRITTEN_AT_ONCE));
                channel.write(piece);
                if (piece.hasRemaining()) {
                    return false;
                }
            }
            return true;
        } finally {
            piece.limit(end);
        }
    }

    /// An answer to a request.
    ///
    /// @param withBody false for the answer to a HEAD
    static ResponseBytes of(
            Response response,
            String requestId,
            String date,
            Persistence persistence,
            boolean withBody) {
        var body = response.body();
        var head = new StringBuilder(256);
        head.append("HTTP/1.1 ").append(response.status()).append(' ');
        head.append(PHRASES.getOrDefault(response.status(), "")).append("\r\n");
        head.append("Date: ").append(date).append("\r\n");
        response.headers().forEach((name, value) -> header(head, name, value));
        UNLESS_SAID.forEach((name, value) -> {
            if (!response.headers().containsKey(name)) {
                header(head, name, value);
            }
        });
        header(head, "Request-Id", requestId);
        if (response.status() != 204) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        head.append(persistence.header()).append("\r\n");
        var text = head.toString().getBytes(ISO_8859_1);
        if (!withBody || body.length == 0) {
            return new ResponseBytes(text, NOTHING, false);
        }
        if (body.length > COPIED_MAX) {
            return new ResponseBytes(text, body, response.shared());
        }
        var bytes = Arrays.copyOf(text, text.length + body.length);
        System.arraycopy(body, 0, bytes, text.length, body.length);
        return new ResponseBytes(bytes, NOTHING, false);
    }

    private static void header(StringBuilder head, String name, String value) {
        if (value.indexOf('\r') >= 0 || value.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("a header with two lines: " + name);
        }
        head.append(name).append(": ").append(value).append("\r\n");
    }
}
