package dev.waybill.web.api.events;

import dev.waybill.domain.Timestamps;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.event.EventDraft;
import dev.waybill.domain.event.EventRules;
import dev.waybill.engine.capture.PublishKey;
import dev.waybill.web.api.AppNames;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads one event from a stream of JSON. `data` is not parsed into objects: its bytes are copied
/// from the request unchanged, after the parser has passed over them once.
final class EventParser implements EventReader {

    static final String APP = "app";

    private static final List<String> FIELDS =
            List.of(
                    "type",
                    "data",
                    APP,
                    "id",
                    "created_at",
                    "expires_at",
                    "ttl_seconds",
                    "ordering_key");

    /// The length limit of a number of seconds. A longer one is out of range, and may not fit an
    /// `int`.
    private static final int DIGITS_MAX = 9;

    private final Publishing publishing;

    /// Reads the events of one request.
    EventParser(Publishing publishing) {
        this.publishing = publishing;
    }

    /// Violations are in this order: first those of single fields, in the order of the fields, then
    /// those of the rules.
    @Override
    public ParsedEvent read(JsonParser parser, byte[] source, List<PublishKey> requestKeys) {
        var fields = new Fields(parser, source);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var name = parser.currentName();
            parser.nextToken();
            if (!fields.hasTooManyViolations()) {
                fields.read(name);
            }
            parser.skipChildren();
        }
        return fields.event(requestKeys);
    }

    /// The fields of one event as they are read.
    private final class Fields {

        private final JsonParser parser;
        private final byte[] source;

        private @Nullable String type;
        private byte @Nullable [] data;
        private UUID appId = publishing.homeApp();
        private @Nullable String id;
        private @Nullable Instant createdAt;
        private @Nullable Instant expiresAt;
        private @Nullable Integer ttlSeconds;
        private @Nullable String orderingKey;

        /// Created for the first violation: most events have none.
        private @Nullable Violations violations;

        Fields(JsonParser parser, byte[] source) {
            this.parser = parser;
            this.source = source;
        }

        boolean hasTooManyViolations() {
            return violations != null && violations.isFull();
        }

        void read(String name) {
            switch (name) {
                case "type" -> type = text(name);
                case "data" -> data = raw(name);
                case APP -> appId = app(optionalText(name));
                case "id" -> id = optionalText(name);
                case "created_at" -> createdAt = time(name);
                case "expires_at" -> expiresAt = time(name);
                case "ttl_seconds" -> ttlSeconds = seconds(name);
                case "ordering_key" -> orderingKey = optionalText(name);
                default ->
                        report(
                                name,
                                Violation.Code.UNKNOWN,
                                "There is no field "
                                        + name
                                        + "; known fields are "
                                        + String.join(", ", FIELDS)
                                        + ".");
            }
        }

        ParsedEvent event(List<PublishKey> requestKeys) {
            var draft =
                    new EventDraft(type, data, id, createdAt, expiresAt, ttlSeconds, orderingKey);
            EventRules.check(draft, publishing.now(), this::report);
            return violations == null
                    ? new ParsedEvent.Valid(publishing.publication(draft, appId, requestKeys))
                    : new ParsedEvent.Invalid(
                            violations.all(),
                            violations.has("type") ? null : type,
                            violations.has("data") ? null : data);
        }

        private void report(String field, Violation.Code code, String text) {
            report(Violation.of(field, code, text));
        }

        private void report(Violation violation) {
            if (violations == null) {
                violations = new Violations();
            }
            violations.add(violation);
        }

        private @Nullable String text(String name) {
            if (parser.currentToken() != JsonToken.VALUE_STRING) {
                report(name, Violation.Code.TYPE, "{} must be a string.");
                return null;
            }
            return parser.getString();
        }

        private @Nullable String optionalText(String name) {
            return parser.currentToken() == JsonToken.VALUE_NULL ? null : text(name);
        }

        /// The bytes of the value, from the first to the last.
        private byte @Nullable [] raw(String name) {
            if (parser.currentToken() == JsonToken.VALUE_NULL) {
                report(name, Violation.Code.REQUIRED, "{} must not be null.");
                return null;
            }
            return EventReader.raw(parser, source);
        }

        private UUID app(@Nullable String name) {
            if (name == null) {
                return publishing.homeApp();
            }
            var app = publishing.app(name);
            if (app.isEmpty()) {
                report(APP, Violation.Code.MISSING, AppNames.missing(name));
            }
            return app.orElse(publishing.homeApp());
        }

        private @Nullable Instant time(String name) {
            var text = optionalText(name);
            if (text == null) {
                return null;
            }
            var time = Timestamps.parse(text);
            if (time.isEmpty()) {
                report(
                        name,
                        Violation.Code.FORMAT,
                        "{} must be a time with an offset, between 1970 and 9999, such as"
                                + " 2026-04-28T14:00:00Z.");
            }
            return time.orElse(null);
        }

        private @Nullable Integer seconds(String name) {
            if (parser.currentToken() == JsonToken.VALUE_NULL) {
                return null;
            }
            if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
                var text = parser.getString();
                int seconds = text.length() <= DIGITS_MAX ? Integer.parseInt(text) : 0;
                if (EventRules.TTL_SECONDS.contains(seconds)) {
                    return seconds;
                }
            }
            report(EventRules.TTL_SECONDS.violation(name));
            return null;
        }
    }
}
