package dev.waybill.engine.deliver.compose;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.IdKind;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The body of a request in the JSON format of CloudEvents 1.0. It is made from the bytes of our
/// own envelope when an endpoint asks for it, so other deliveries neither compute nor keep anything
/// for it. The same envelope always becomes the same bytes.
final class CloudEventBody {

    private static final JsonFactory JSON = new JsonFactory();

    /// The digits of the largest sequence number: a `sequence` is compared as text.
    private static final int SEQUENCE_DIGITS = 19;

    /// The fields before the data, as JSON.
    private final Map<String, String> fields = new HashMap<>();

    private CloudEventBody() {}

    /// Translates a body in our own format.
    ///
    /// @param appId the app of the event: ids of events are unique within an app and a mode
    static byte[] of(byte[] envelope, UUID appId) {
        return new CloudEventBody().translated(envelope, appId);
    }

    private byte[] translated(byte[] envelope, UUID appId) {
        int data = readHead(envelope);
        var head = head(appId).getBytes(UTF_8);
        // The data, and the brace that closes the envelope.
        int rest = envelope.length - data;
        var body = new byte[head.length + rest];
        System.arraycopy(head, 0, body, 0, head.length);
        System.arraycopy(envelope, data, body, head.length, rest);
        return body;
    }

    /// Reads the fields before the data, and returns where the data begins.
    private int readHead(byte[] envelope) {
        try (var parser = JSON.createParser(ObjectReadContext.empty(), envelope)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                var name = parser.currentName();
                parser.nextToken();
                int start = (int) parser.currentTokenLocation().getByteOffset();
                if (name.equals("data")) {
                    return start;
                }
                parser.finishToken();
                int end = (int) parser.currentLocation().getByteOffset();
                fields.put(name, new String(envelope, start, end - start, UTF_8));
            }
        }
        throw new IllegalArgumentException("the envelope has no data");
    }

    private String head(UUID appId) {
        var mode = String.valueOf(fields.get("mode"));
        var head = new StringBuilder(300);
        head.append("{\"specversion\":\"1.0\"");
        add(head, "id", fields.get("id"));
        add(head, "source", "\"" + source(appId, mode.replace("\"", "")) + "\"");
        add(head, "type", fields.get("type"));
        add(head, "time", fields.get("created_at"));
        add(head, "datacontenttype", "\"application/json\"");
        add(head, "expirytime", fields.get("expires_at"));
        add(head, "partitionkey", fields.get("ordering_key"));
        var sequence = fields.get("sequence");
        add(head, "sequence", sequence == null ? null : "\"" + padded(sequence) + "\"");
        add(head, "waybillmode", mode);
        add(head, "waybillreplayed", fields.get("replayed"));
        return head.append(",\"data\":").toString();
    }

    private static String source(UUID appId, String mode) {
        return "urn:waybill:" + IdKind.APP.format(appId) + ":" + mode;
    }

    private static String padded(String sequence) {
        return "0".repeat(SEQUENCE_DIGITS - sequence.length()) + sequence;
    }

    private static void add(StringBuilder head, String name, @Nullable String json) {
        if (json != null) {
            head.append(",\"").append(name).append("\":").append(json);
        }
    }
}
