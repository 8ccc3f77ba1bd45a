package dev.waybill.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An event to publish. Immutable: each `with…` returns another event.
///
/// It has an id from the start. Publishing the same object again is therefore recognized by the
/// service as a repetition, also after a failure.
public final class Event {

    /// What the service accepts.
    public static final int DATA_BYTES_MAX = 256 * 1024;

    private final String id;
    private final String type;
    private final byte[] data;
    private final Options options;

    private Event(String id, String type, byte[] data, Options options) {
        this.id = id;
        this.type = type;
        this.data = data;
        this.options = options;
    }

    /// The optional fields, as the API names them.
    record Options(
            @Nullable Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Duration ttl,
            @Nullable String orderingKey,
            @Nullable String app) {

        static final Options NONE = new Options(null, null, null, null, null);
    }

    /// An event with an id of its own.
    ///
    /// @param json any JSON value except null. It is delivered as it is, character for character
    public static Event of(String type, String json) {
        return of(type, json.getBytes(UTF_8));
    }

    /// An event with an id of its own.
    ///
    /// @param json any JSON value except null, in UTF-8. It is delivered byte for byte
    public static Event of(String type, byte[] json) {
        if (json.length > DATA_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "data has %d bytes, more than %d".formatted(json.length, DATA_BYTES_MAX));
        }
        var data = json.clone();
        try {
            // Text that is not one JSON value could add fields to the request around it.
            if (JsonReader.read(data).value() instanceof Json.Null) {
                throw new IllegalArgumentException("data is null");
            }
        } catch (MalformedJson e) {
            throw new IllegalArgumentException("data is not JSON: " + e.getMessage(), e);
        }
        return new Event(EventIds.next(), type, data, Options.NONE);
    }

    /// With an id of your own, such as the key of the row that the event is about. The service
    /// accepts letters, digits, hyphens and underscores, at most 64.
    public Event withId(String own) {
        return new Event(own, type, data, options);
    }

    /// When the event happened; by default when the service captures it.
    public Event withCreatedAt(Instant at) {
        return with(
                new Options(at, options.expiresAt, options.ttl, options.orderingKey, options.app));
    }

    /// The end of the event's life, instead of a time to live.
    public Event withExpiresAt(Instant at) {
        return with(new Options(options.createdAt, at, null, options.orderingKey, options.app));
    }

    /// The time to live in whole seconds, instead of a time of expiry.
    public Event withTtl(Duration ttl) {
        if (ttl.toSeconds() < 1) {
            throw new IllegalArgumentException("ttl is shorter than a second: " + ttl);
        }
        return with(new Options(options.createdAt, null, ttl, options.orderingKey, options.app));
    }

    /// Events with the same key are numbered, and can be delivered in order.
    public Event withOrderingKey(String key) {
        return with(
                new Options(options.createdAt, options.expiresAt, options.ttl, key, options.app));
    }

    /// The app that the event is for, by uid or id.
    public Event withApp(String app) {
        return with(
                new Options(
                        options.createdAt,
                        options.expiresAt,
                        options.ttl,
                        options.orderingKey,
                        app));
    }

    private Event with(Options others) {
        return new Event(id, type, data, others);
    }

    public String id() {
        return id;
    }

    public String type() {
        return type;
    }

    /// A copy.
    public byte[] data() {
        return data.clone();
    }

    byte[] sharedData() {
        return data;
    }

    Options options() {
        return options;
    }

    /// Without the data, which does not belong in logs.
    @Override
    public String toString() {
        return "Event[" + id + ", " + type + ", " + data.length + " bytes]";
    }
}
