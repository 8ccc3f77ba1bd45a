package dev.waybill.deliver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/// A request as bytes, head and body together: one write, and as few packets as it fits in.
final class RequestWriter {

    private RequestWriter() {}

    static byte[] bytes(OutgoingRequest request) {
        var body = request.body();
        var head = head(request).getBytes(ISO_8859_1);
        var bytes = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, bytes, head.length, body.length);
        return bytes;
    }

    private static String head(OutgoingRequest request) {
        var target = request.target();
        var head = new StringBuilder(1_024);
        head.append("POST ").append(target.path()).append(" HTTP/1.1\r\nhost: ");
        appendHost(head, target);
        head.append("\r\n");
        for (var header : request.headers()) {
            head.append(checked(header.name())).append(": ");
            head.append(checked(header.value())).append("\r\n");
        }
        head.append("content-length: ").append(request.body().length).append("\r\n\r\n");
        return head.toString();
    }

    private static void appendHost(StringBuilder head, Target target) {
        boolean ipv6 = target.host().indexOf(':') >= 0;
        head.append(ipv6 ? "[" : "").append(target.host()).append(ipv6 ? "]" : "");
        if (target.port() != target.scheme().portDefault()) {
            head.append(':').append(target.port());
        }
    }

    /// Names and values were checked when they were set. If one slipped through, nothing is sent
    /// rather than a request that somebody else has written.
    private static String checked(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\r' || c == '\n' || c == 0 || c > 0xFF) {
                throw new IllegalArgumentException("a header with the character " + (int) c);
            }
        }
        return text;
    }
}
