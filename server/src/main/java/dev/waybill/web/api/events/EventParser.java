package dev.waybill.web.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.command.PlainText;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.event.EventId;
import dev.waybill.domain.event.EventType;
import dev.waybill.engine.capture.Publication;
import dev.waybill.engine.capture.PublishKey;
import dev.waybill.feature.eventtypes.EventTypeRules;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.http.Fingerprint;
import dev.waybill.web.http.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads one event from a stream of JSON. `data` is not built into anything: its bytes are cut out
/// of the request as they came, after the parser has walked over them once.
final class EventParser {

    private static final List<String> FIELDS =
            List.of(
                    "type",
                    "data",
                    "app",
                    "id",
                    "created_at",
                    "expires_at",
                    "ttl_seconds",
                    "ordering_key");

    private static final int ORDERING_KEY_LENGTH_MAX = 255;

    private static final long TTL_SECONDS_MAX = EventTypeRules.TTL_SECONDS.max();

    private final Caller caller;
    private final Function<String, Optional<UUID>> apps;
    private final Instant now;
    private final @Nullable String traceparent;

    /// Reads events that come with one request.
    ///
    /// @param apps finds the apps that they name
    EventParser(
            Caller caller,
            Function<String, Optional<UUID>> apps,
            Instant now,
            @Nullable String traceparent) {
        this.caller = caller;
        this.apps = apps;
        this.now = now;
        this.traceparent = traceparent;
    }

    /// Whether a producer could have given this id, or we.
    static boolean isId(String text) {
        return EventId.isValid(text);
    }

    /// Reads the object the parser stands at and leaves it at its end, also when it throws for what
    /// the object says.
    ///
    /// @param requestKeys the request's own key for this event, if it has one
    Publication read(JsonParser parser, byte[] source, List<PublishKey> requestKeys) {
        var draft = new Draft();
        Problem problem = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var name = parser.currentName();
            parser.nextToken();
            try {
                if (problem == null) {
                    draft.take(name, parser, source);
                }
            } catch (Problem e) {
                problem = e;
            }
            parser.skipChildren();
        }
        if (problem != null) {
            throw problem;
        }
        return draft.publication(requestKeys);
    }

    private final class Draft {

        private @Nullable String type;
        private byte @Nullable [] data;
        private UUID appId = caller.homeApp();
        private @Nullable String ownId;
        private @Nullable Instant createdAt;
        private @Nullable Instant expiresAt;
        private @Nullable Long ttlSeconds;
        private @Nullable String orderingKey;

        void take(String name, JsonParser parser, byte[] source) {
            switch (name) {
                case "type" -> type = text(name, parser);
                case "data" -> data = raw(parser, source);
                case "app" ->
                        appId =
                                AppNames.owner(
                                        Optional.ofNullable(optionalText(name, parser)),
                                        caller,
                                        apps);
                case "id" -> ownId = optionalText(name, parser);
                case "created_at" -> createdAt = time(name, parser);
                case "expires_at" -> expiresAt = time(name, parser);
                case "ttl_seconds" -> ttlSeconds = seconds(parser);
                case "ordering_key" -> orderingKey = optionalText(name, parser);
                default ->
                        throw Problem.invalid(
                                List.of(
                                        Violation.of(
                                                name,
                                                Violation.Code.UNKNOWN,
                                                "There is no field "
                                                        + name
                                                        + "; there are "
                                                        + String.join(", ", FIELDS)
                                                        + ".")));
            }
        }

        Publication publication(List<PublishKey> requestKeys) {
            if (type == null) {
                throw Problem.invalid("/type", "type is required, such as invoice.paid.");
            }
            if (!EventType.isName(type)) {
                throw Problem.invalid(
                        "/type",
                        "type must be letters, digits and _ in segments joined by dots, at most "
                                + EventType.LENGTH_MAX
                                + " characters.");
            }
            if (data == null) {
                throw Problem.invalid("/data", "data is required.");
            }
            if (ownId != null && !isId(ownId)) {
                throw Problem.invalid(
                        "/id", "id must be 1 to 64 letters, digits, hyphens or underscores.");
            }
            checkOrderingKey();
            var expiry = expiry();
            var keys = new ArrayList<>(requestKeys);
            if (ownId != null) {
                keys.add(
                        new PublishKey(
                                PublishKey.Kind.EVENT_ID, ownId, 0, fingerprint(type, data)));
            }
            return new Publication(
                    appId,
                    caller.mode(),
                    ownId,
                    type,
                    data,
                    // A life that is counted from the creation begins when it was counted from.
                    ttlSeconds != null && createdAt == null ? now : createdAt,
                    expiry,
                    orderingKey,
                    traceparent,
                    keys,
                    null,
                    null);
        }

        private void checkOrderingKey() {
            if (orderingKey == null) {
                return;
            }
            if (orderingKey.isEmpty() || orderingKey.length() > ORDERING_KEY_LENGTH_MAX) {
                throw Problem.invalid(
                        "/ordering_key",
                        "ordering_key must be 1 to " + ORDERING_KEY_LENGTH_MAX + " characters.");
            }
            if (!PlainText.isLine(orderingKey)) {
                throw Problem.invalid(
                        "/ordering_key",
                        "ordering_key must not hold control characters or half characters.");
            }
        }

        private @Nullable Instant expiry() {
            if (ttlSeconds != null && expiresAt != null) {
                throw Problem.invalid("/ttl_seconds", "Give ttl_seconds or expires_at, not both.");
            }
            if (ttlSeconds == null) {
                if (expiresAt != null && !expiresAt.isAfter(now)) {
                    throw Problem.invalid("/expires_at", "expires_at lies in the past.");
                }
                return expiresAt;
            }
            var end = (createdAt == null ? now : createdAt).plusSeconds(ttlSeconds);
            if (!end.isAfter(now)) {
                throw Problem.invalid(
                        "/ttl_seconds", "The event has expired: created_at + ttl_seconds is past.");
            }
            if (end.isAfter(Timestamps.LATEST)) {
                throw Problem.invalid(
                        "/ttl_seconds", "created_at + ttl_seconds lies behind the year 9999.");
            }
            return end;
        }

        /// Of what the producer said, as it said it: a default that depends on the clock must not
        /// make a repetition look different.
        private byte[] fingerprint(String ofType, byte[] ofData) {
            var digest = Fingerprint.digest();
            var said =
                    Arrays.asList(ofType, createdAt, expiresAt, ttlSeconds, orderingKey).toString();
            digest.update(said.getBytes(UTF_8));
            return digest.digest(ofData);
        }
    }

    /// The value's own bytes, from its first to its last.
    private static byte[] raw(JsonParser parser, byte[] source) {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            throw Problem.invalid("/data", "data must not be null.");
        }
        int start = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken();
        int end = (int) parser.currentLocation().getByteOffset();
        return Arrays.copyOfRange(source, start, end);
    }

    private static String text(String name, JsonParser parser) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw Problem.invalid("/" + name, name + " must be a string.");
        }
        return parser.getString();
    }

    private static @Nullable String optionalText(String name, JsonParser parser) {
        return parser.currentToken() == JsonToken.VALUE_NULL ? null : text(name, parser);
    }

    private static @Nullable Instant time(String name, JsonParser parser) {
        var text = optionalText(name, parser);
        if (text == null) {
            return null;
        }
        return Timestamps.parse(text)
                .orElseThrow(() ->
                        Problem.invalid(
                                "/" + name,
                                name
                                        + " must be a time with an offset, between 1970"
                                        + " and 9999, such as 2026-04-28T14:00:00Z."));
    }

    private static @Nullable Long seconds(JsonParser parser) {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return null;
        }
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            var text = parser.getString();
            if (text.length() <= 10) {
                long seconds = Long.parseLong(text);
                if (seconds >= 1 && seconds <= TTL_SECONDS_MAX) {
                    return seconds;
                }
            }
        }
        throw Problem.invalid(
                "/ttl_seconds",
                "ttl_seconds must be a whole number from 1 to " + TTL_SECONDS_MAX + ".");
    }
}
