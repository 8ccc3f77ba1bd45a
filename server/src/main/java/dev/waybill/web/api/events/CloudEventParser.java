package dev.waybill.web.api.events;

import dev.waybill.domain.command.Violation;
import dev.waybill.engine.capture.PublishKey;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.json.Json;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// Reads a CloudEvent in the JSON format. Its data is JSON: `data` as it is, or `data_base64` if it
/// contains JSON.
final class CloudEventParser implements EventReader {

    private static final Pattern NAME = Pattern.compile("[a-z0-9]+");

    /// The longest integer of 32 bits, with its sign. A longer one may not fit a `long`.
    private static final int DIGITS_MAX = 11;

    private final Publishing publishing;

    CloudEventParser(Publishing publishing) {
        this.publishing = publishing;
    }

    @Override
    public ParsedEvent read(JsonParser parser, byte[] source, List<PublishKey> requestKeys) {
        var event = new CloudEvent(publishing);
        byte[] data = null;
        String base64 = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "data" -> data = data(parser, source, event);
                case CloudEvent.BASE64 -> base64 = text(name, parser, event);
                default -> attribute(name, parser, event);
            }
            parser.skipChildren();
        }
        if (base64 != null && data != null) {
            event.report(
                    CloudEvent.BASE64,
                    Violation.Code.CONFLICT,
                    "Give data or data_base64, not both.");
        } else if (base64 != null) {
            data = decoded(base64, event);
        }
        return event.event(data, requestKeys);
    }

    private static byte @Nullable [] data(JsonParser parser, byte[] source, CloudEvent event) {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            event.report("data", Violation.Code.REQUIRED, "{} must not be null.");
            return null;
        }
        return EventReader.raw(parser, source);
    }

    private static void attribute(String name, JsonParser parser, CloudEvent event) {
        if (!NAME.matcher(name).matches()) {
            event.report(
                    name,
                    Violation.Code.UNKNOWN,
                    "{} is not the name of an attribute: it must be lower-case letters and"
                            + " digits.");
            return;
        }
        var value =
                CloudEvent.TEXTS.contains(name)
                        ? text(name, parser, event)
                        : any(name, parser, event);
        if (value != null) {
            event.put(name, value);
        }
    }

    /// Null is the same as absent.
    private static @Nullable String text(String name, JsonParser parser, CloudEvent event) {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return parser.getString();
        }
        if (parser.currentToken() != JsonToken.VALUE_NULL) {
            event.report(name, Violation.Code.TYPE, "{} must be a string.");
        }
        return null;
    }

    private static @Nullable String any(String name, JsonParser parser, CloudEvent event) {
        var token = parser.currentToken();
        boolean scalar =
                token == JsonToken.VALUE_STRING
                        || token == JsonToken.VALUE_TRUE
                        || token == JsonToken.VALUE_FALSE
                        || (token == JsonToken.VALUE_NUMBER_INT && isInteger(parser.getString()));
        if (scalar) {
            return parser.getString();
        }
        if (token != JsonToken.VALUE_NULL) {
            event.report(
                    name,
                    Violation.Code.TYPE,
                    "{} must be a string, true, false, or a whole number of 32 bits.");
        }
        return null;
    }

    private static boolean isInteger(String digits) {
        if (digits.length() > DIGITS_MAX) {
            return false;
        }
        long value = Long.parseLong(digits);
        return value >= Integer.MIN_VALUE && value <= Integer.MAX_VALUE;
    }

    private static byte @Nullable [] decoded(String base64, CloudEvent event) {
        var type = event.contentType();
        if (type.isPresent() && !PublishFormat.isJson(type.get())) {
            event.report(
                    CloudEvent.BASE64,
                    Violation.Code.REFUSED,
                    "{} must contain JSON, because Waybill delivers JSON only; datacontenttype"
                            + " declares another type.");
            return null;
        }
        try {
            return onlyValue(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            event.report(CloudEvent.BASE64, Violation.Code.FORMAT, "{} must be base64 (RFC 4648).");
        } catch (Problem e) {
            event.report(
                    CloudEvent.BASE64,
                    Violation.Code.FORMAT,
                    "{} must contain one JSON value other than null, as UTF-8.");
        }
        return null;
    }

    /// The bytes of the JSON value that is all of a text.
    ///
    /// @throws Problem if the text is no JSON value, or null
    static byte[] onlyValue(byte[] text) {
        Json.requireText(text);
        try (var parser = Json.FACTORY.createParser(ObjectReadContext.empty(), text)) {
            var first = parser.nextToken();
            if (first == null || first == JsonToken.VALUE_NULL) {
                throw Problem.invalid(
                        "/data", first == null ? "data is required." : "data must not be null.");
            }
            var value = EventReader.raw(parser, text);
            if (parser.nextToken() != null) {
                throw Problem.of(
                        ProblemType.MALFORMED_JSON,
                        "There is more text after the end of the data.");
            }
            return value;
        } catch (JacksonException e) {
            throw Json.malformed(e);
        }
    }
}
