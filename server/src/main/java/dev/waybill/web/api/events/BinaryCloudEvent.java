package dev.waybill.web.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.command.Violation;
import dev.waybill.engine.capture.PublishKey;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Optional;

/// Reads a CloudEvent in binary mode: each attribute is a header that begins with `ce-`, and the
/// body is the data.
final class BinaryCloudEvent {

    private static final String PREFIX = "ce-";

    private BinaryCloudEvent() {}

    static ParsedEvent read(
            Request request, byte[] body, Publishing publishing, List<PublishKey> requestKeys) {
        var data = CloudEventParser.onlyValue(body);
        var event = new CloudEvent(publishing);
        for (var attribute : CloudEvent.TEXTS) {
            var values = request.headers(PREFIX + attribute);
            if (values.size() > 1) {
                event.report(attribute, Violation.Code.CONFLICT, "{} must be given once.");
            } else if (!values.isEmpty()) {
                decode(values.getFirst())
                        .ifPresentOrElse(
                                value -> event.put(attribute, value),
                                () ->
                                        event.report(
                                                attribute,
                                                Violation.Code.FORMAT,
                                                "{} must be ASCII in which all other characters"
                                                        + " and % are percent-encoded UTF-8."));
            }
        }
        return event.event(data, requestKeys);
    }

    static void requireJson(Request request) {
        if (!PublishFormat.isJson(request.header("Content-Type").orElse(""))) {
            throw Problem.of(
                    ProblemType.UNSUPPORTED_MEDIA_TYPE,
                    "Waybill delivers JSON data only: in binary mode, send the data with the header"
                            + " Content-Type: application/json, or another type that ends with"
                            + " +json.");
        }
    }

    /// All that the event is made of, as one text: two events may have the same body.
    static byte[] content(Request request, byte[] body) {
        var content = new StringBuilder();
        for (var attribute : CloudEvent.TEXTS) {
            content.append(attribute).append(request.headers(PREFIX + attribute)).append('\n');
        }
        var head = content.toString().getBytes(UTF_8);
        return ByteBuffer.allocate(head.length + body.length).put(head).put(body).array();
    }

    /// The value of an attribute in a header: in quotes or not, then percent-encoded once. Empty if
    /// it is not encoded as the HTTP binding says.
    static Optional<String> decode(String header) {
        var bytes = ByteBuffer.allocate(header.length());
        boolean quoted = header.length() >= 2 && header.startsWith("\"") && header.endsWith("\"");
        int end = quoted ? header.length() - 1 : header.length();
        for (int i = quoted ? 1 : 0; i < end; i++) {
            char c = header.charAt(i);
            if (quoted && c == '\\' && i + 1 < end) {
                i++;
                c = header.charAt(i);
            } else if (quoted && (c == '"' || c == '\\')) {
                return Optional.empty();
            }
            if (c == '%') {
                int value = i + 2 < end ? hex(header.charAt(i + 1), header.charAt(i + 2)) : -1;
                if (value < 0) {
                    return Optional.empty();
                }
                bytes.put((byte) value);
                i += 2;
            } else if (c >= ' ' && c < 0x7F) {
                bytes.put((byte) c);
            } else {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(UTF_8.newDecoder().decode(bytes.flip()).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static int hex(char high, char low) {
        int first = high < 0x80 ? Character.digit(high, 16) : -1;
        int second = low < 0x80 ? Character.digit(low, 16) : -1;
        return first < 0 || second < 0 ? -1 : 16 * first + second;
    }
}
