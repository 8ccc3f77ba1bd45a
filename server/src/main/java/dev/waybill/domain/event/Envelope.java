package dev.waybill.domain.event;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.Timestamps;
import org.jspecify.annotations.Nullable;

/// The body of a request: the metadata of the event, and its data byte for byte. It is the same for
/// every endpoint and every attempt, so it is built once and shared; resent deliveries have another
/// one.
public record Envelope(
        String eventId,
        String eventType,
        byte[] body,
        @Nullable String expiresAt,
        @Nullable String traceparent,
        EventFormat format) {

    private static final byte[] DATA = ",\"data\":".getBytes(US_ASCII);

    /// An envelope in Waybill's own format.
    public Envelope(
            String eventId,
            String eventType,
            byte[] body,
            @Nullable String expiresAt,
            @Nullable String traceparent) {
        this(eventId, eventType, body, expiresAt, traceparent, EventFormat.WAYBILL);
    }

    /// For first deliveries.
    public static Envelope of(Event event) {
        return of(event, false);
    }

    /// Builds the envelope of the event.
    ///
    /// @param replayed whether the delivery was resent, which the receiver may want to know
    public static Envelope of(Event event, boolean replayed) {
        var expiresAt = event.expiresAt() == null ? null : Timestamps.format(event.expiresAt());
        var head = head(event, expiresAt, replayed).getBytes(UTF_8);
        var body = new byte[head.length + DATA.length + event.data().length + 1];
        System.arraycopy(head, 0, body, 0, head.length);
        System.arraycopy(DATA, 0, body, head.length, DATA.length);
        System.arraycopy(event.data(), 0, body, head.length + DATA.length, event.data().length);
        body[body.length - 1] = '}';
        return new Envelope(event.publicId(), event.type(), body, expiresAt, event.traceparent());
    }

    /// The same with another trace context.
    public Envelope with(String otherTraceparent) {
        return new Envelope(eventId, eventType, body, expiresAt, otherTraceparent, format);
    }

    /// The same event in another format.
    public Envelope in(EventFormat other, byte[] otherBody) {
        return new Envelope(eventId, eventType, otherBody, expiresAt, traceparent, other);
    }

    private static String head(Event event, @Nullable String expiresAt, boolean replayed) {
        // Ids, types, modes and times contain no character that JSON escapes; only the key may.
        var head = new StringBuilder(200);
        head.append("{\"id\":\"").append(event.publicId());
        head.append("\",\"type\":\"").append(event.type());
        head.append("\",\"created_at\":\"").append(Timestamps.format(event.createdAt()));
        head.append("\",\"mode\":\"").append(event.mode().code()).append('"');
        if (expiresAt != null) {
            head.append(",\"expires_at\":\"").append(expiresAt).append('"');
        }
        if (event.orderingKey() != null) {
            head.append(",\"ordering_key\":");
            quote(event.orderingKey(), head);
            head.append(",\"sequence\":").append(event.sequence());
        }
        if (replayed) {
            head.append(",\"replayed\":true");
        }
        return head.toString();
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
