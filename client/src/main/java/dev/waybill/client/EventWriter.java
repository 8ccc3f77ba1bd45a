package dev.waybill.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes events as the API reads them.
final class EventWriter {

    private EventWriter() {}

    static byte[] one(Event event) {
        var options = event.options();
        var head = new StringBuilder("{");
        member(head, "id", event.id());
        member(head, "type", event.type());
        member(head, "created_at", time(options.createdAt()));
        member(head, "expires_at", time(options.expiresAt()));
        member(head, "ordering_key", options.orderingKey());
        member(head, "app", options.app());
        if (options.ttl() != null) {
            head.append("\"ttl_seconds\":").append(options.ttl().toSeconds()).append(',');
        }
        var bytes = new ByteArrayOutputStream(head.length() + event.sharedData().length + 16);
        bytes.writeBytes(head.append("\"data\":").toString().getBytes(UTF_8));
        bytes.writeBytes(event.sharedData());
        bytes.write('}');
        return bytes.toByteArray();
    }

    static byte[] array(List<byte[]> events) {
        var bytes = new ByteArrayOutputStream();
        char before = '[';
        for (var event : events) {
            bytes.write(before);
            bytes.writeBytes(event);
            before = ',';
        }
        bytes.write(']');
        return bytes.toByteArray();
    }

    private static void member(StringBuilder json, String name, @Nullable String value) {
        if (value != null) {
            json.append('"').append(name).append("\":\"");
            escape(json, name, value);
            json.append("\",");
        }
    }

    private static void escape(StringBuilder json, String name, String value) {
        if (!UTF_8.newEncoder().canEncode(value)) {
            throw new IllegalArgumentException(name + " contains an unpaired surrogate");
        }
        for (int i = 0; i < value.length(); i++) {
            char next = value.charAt(i);
            if (next == '"' || next == '\\') {
                json.append('\\').append(next);
            } else if (next < ' ') {
                json.append("\\u%04x".formatted((int) next));
            } else {
                json.append(next);
            }
        }
    }

    /// The API keeps milliseconds.
    private static @Nullable String time(@Nullable Instant at) {
        return at == null ? null : at.truncatedTo(ChronoUnit.MILLIS).toString();
    }
}
