package dev.waybill.client;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// An event as an endpoint receives it. Obtained from [Webhook#event].
public final class ReceivedEvent {

    private final Json.Obj envelope;
    private final String id;
    private final String type;
    private final String data;
    private final Instant createdAt;
    private final @Nullable Instant expiresAt;

    private ReceivedEvent(
            Json.Obj envelope, String data, Instant createdAt, @Nullable Instant expiresAt)
            throws MalformedJson {
        this.envelope = envelope;
        this.id = text(envelope, "id");
        this.type = text(envelope, "type");
        this.data = data;
        this.createdAt = createdAt;
        this.expiresAt = expiresAt;
    }

    static ReceivedEvent read(byte[] body) throws MalformedJson {
        var document = JsonReader.read(body);
        var envelope =
                document.object().orElseThrow(() -> new MalformedJson("it is not an object"));
        var data = document.memberTexts().get("data");
        if (data == null) {
            throw new MalformedJson("it has no data");
        }
        boolean expires = envelope.members().containsKey("expires_at");
        return new ReceivedEvent(
                envelope,
                data,
                time(envelope, "created_at"),
                expires ? time(envelope, "expires_at") : null);
    }

    private static Instant time(Json.Obj envelope, String name) throws MalformedJson {
        try {
            return OffsetDateTime.parse(text(envelope, name)).toInstant();
        } catch (DateTimeException e) {
            throw new MalformedJson(name + " is not a time", e);
        }
    }

    private static String text(Json.Obj envelope, String name) throws MalformedJson {
        return envelope.text(name).orElseThrow(() -> new MalformedJson("it has no " + name));
    }

    /// The same for every retry, resend and replay: discard duplicates by it, see [Inbox].
    public String id() {
        return id;
    }

    public String type() {
        return type;
    }

    /// When the event happened.
    public Instant createdAt() {
        return createdAt;
    }

    public Optional<Instant> expiresAt() {
        return Optional.ofNullable(expiresAt);
    }

    /// Whether the event is no longer of use. Answer 200 and do nothing.
    public boolean isExpired(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }

    /// Whether the event comes from the test mode.
    public boolean isTest() {
        return envelope.text("mode").equals(Optional.of("test"));
    }

    /// Whether this is a resend or a replay.
    public boolean isReplayed() {
        return envelope.isTrue("replayed");
    }

    public Optional<String> orderingKey() {
        return envelope.text("ordering_key");
    }

    /// The event's number among those of its ordering key. Only with [#orderingKey].
    public OptionalLong sequence() {
        return envelope.whole("sequence").stream().mapToLong(Long::longValue).findFirst();
    }

    /// The JSON text of the data, character for character as it was published.
    public String data() {
        return data;
    }

    /// Without the data, which does not belong in logs.
    @Override
    public String toString() {
        return "ReceivedEvent[" + id + ", " + type + "]";
    }
}
