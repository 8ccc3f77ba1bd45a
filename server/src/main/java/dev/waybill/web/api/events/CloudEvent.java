package dev.waybill.web.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.Timestamps;
import dev.waybill.domain.command.PlainText;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.event.EventDraft;
import dev.waybill.domain.event.EventRules;
import dev.waybill.engine.capture.PublishKey;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.http.Fingerprint;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A CloudEvent as its attributes are read from JSON or from headers, and the event that it
/// becomes. Attributes that an event has no place for are checked and not kept.
final class CloudEvent {

    /// Names the app that the event is for.
    static final String APP = "waybillapp";

    /// The member of the JSON format for data that is not text.
    static final String BASE64 = "data_base64";

    static final String CONTENT_TYPE = "datacontenttype";

    /// The attributes that must be strings: those of the specification, and the extensions that an
    /// event has a place for.
    static final List<String> TEXTS =
            List.of(
                    "specversion",
                    "id",
                    "source",
                    "type",
                    "subject",
                    "time",
                    CONTENT_TYPE,
                    "dataschema",
                    "expirytime",
                    "partitionkey",
                    APP);

    private static final String VERSION = "1.0";

    /// What the rules call a field, and the attribute that it was read from.
    private static final Map<String, String> ATTRIBUTES =
            Map.of("ordering_key", "partitionkey", "expires_at", "expirytime");

    /// An id that leaves room for the 23 characters that make it unique.
    private static final Pattern KEPT_ID = Pattern.compile("[A-Za-z0-9_-]{1,41}");

    /// 128 bits: no two pairs of source and id have the same by chance.
    private static final int DISTINCTION_BYTES = 16;

    private final Publishing publishing;
    private final Map<String, String> attributes = new HashMap<>();
    private final Violations violations = new Violations();

    CloudEvent(Publishing publishing) {
        this.publishing = publishing;
    }

    void report(String attribute, Violation.Code code, String text) {
        violations.add(attribute, code, text);
    }

    /// Takes the value of an attribute.
    void put(String attribute, String value) {
        if (!PlainText.isLine(value)) {
            report(
                    attribute,
                    Violation.Code.FORMAT,
                    "{} must not contain control characters or unpaired surrogates.");
        } else {
            attributes.put(attribute, value);
        }
    }

    /// The media type of the data as the event declares it.
    Optional<String> contentType() {
        return Optional.ofNullable(attributes.get(CONTENT_TYPE));
    }

    /// The event, once all its attributes are known.
    ParsedEvent event(byte @Nullable [] data, List<PublishKey> requestKeys) {
        checkVersion();
        var id = required("id");
        var source = source();
        var draft =
                new EventDraft(
                        attributes.get("type"),
                        data,
                        id == null || source == null ? null : eventId(source, id),
                        time("time"),
                        time("expirytime"),
                        null,
                        attributes.get("partitionkey"));
        var app = app();
        EventRules.check(draft, publishing.now(), this::reportRule);
        return violations.isEmpty()
                ? new ParsedEvent.Valid(publishing.publication(draft, app, requestKeys))
                : new ParsedEvent.Invalid(
                        violations.all(),
                        violations.has("type") ? null : draft.type(),
                        violations.has("data") ? null : data);
    }

    /// The id of the event of this source and id. Two sources may use the same id, so both are in
    /// it: the id, if it can be an event's, and a hash of both.
    static String eventId(String source, String id) {
        var hash = Fingerprint.digest().digest((source + "\0" + id).getBytes(UTF_8));
        if (KEPT_ID.matcher(id).matches()) {
            return id + "_" + base64(Arrays.copyOf(hash, DISTINCTION_BYTES));
        }
        return "ce_" + base64(hash);
    }

    private static String base64(byte[] hash) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    }

    private void checkVersion() {
        var version = required("specversion");
        if (version != null && !version.equals(VERSION)) {
            report("specversion", Violation.Code.REFUSED, "{} must be " + VERSION + ".");
        }
    }

    private @Nullable String required(String attribute) {
        var value = attributes.get(attribute);
        if (value == null || value.isEmpty()) {
            report(
                    attribute,
                    Violation.Code.REQUIRED,
                    value == null ? "{} is required." : "{} must not be empty.");
            return null;
        }
        return value;
    }

    private @Nullable String source() {
        var source = required("source");
        if (source == null || isReference(source)) {
            return source;
        }
        report(
                "source",
                Violation.Code.FORMAT,
                "{} must be a URI reference (RFC 3986), such as /orders or https://shop.example.");
        return null;
    }

    private static boolean isReference(String text) {
        try {
            return new URI(text).toASCIIString().equals(text);
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private @Nullable Instant time(String attribute) {
        var text = attributes.get(attribute);
        if (text == null) {
            return null;
        }
        var time = Timestamps.parse(text);
        if (time.isEmpty()) {
            report(
                    attribute,
                    Violation.Code.FORMAT,
                    "{} must be a time with an offset, between 1970 and 9999, such as"
                            + " 2026-04-28T14:00:00Z.");
        }
        return time.orElse(null);
    }

    private UUID app() {
        var name = attributes.get(APP);
        if (name == null) {
            return publishing.homeApp();
        }
        var app = publishing.app(name);
        if (app.isEmpty()) {
            report(APP, Violation.Code.MISSING, AppNames.missing(name));
        }
        return app.orElse(publishing.homeApp());
    }

    /// Data that was given as base64 and could not be read is not also missing.
    private void reportRule(Violation violation) {
        var attribute = ATTRIBUTES.get(violation.field());
        if (attribute != null) {
            report(attribute, violation.code(), violation.text());
        } else if (!violation.field().equals("data") || !violations.has(BASE64)) {
            violations.add(violation);
        }
    }
}
