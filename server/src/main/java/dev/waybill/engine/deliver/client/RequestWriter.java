package dev.waybill.engine.deliver.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.egress.Target;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Writes a request as bytes. Head and body are one write, in as few packets as possible. Of a
/// large body only the beginning is copied for that: all deliveries of an event share the body, and
/// thousands may be under way.
final class RequestWriter {

    /// The part of the body that is sent with the head. Most bodies are smaller.
    static final int COPIED_MAX = 16 * 1024;

    private final byte[] beginning;
    private final byte[] body;
    private final int copied;

    RequestWriter(OutgoingRequest request) {
        var head = head(request).getBytes(ISO_8859_1);
        this.body = request.body();
        this.copied = Math.min(body.length, COPIED_MAX);
        this.beginning = Arrays.copyOf(head, head.length + copied);
        System.arraycopy(body, 0, beginning, head.length, copied);
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(beginning);
        if (copied < body.length) {
            out.write(body, copied, body.length - copied);
        }
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

    /// Names and values were validated when they were set. If an invalid one is found here all the
    /// same, nothing is sent: it could inject headers.
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
