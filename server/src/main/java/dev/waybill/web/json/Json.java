package dev.waybill.web.json;

import dev.waybill.domain.Timestamps;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// JSON as we accept and write it: strict, bounded, UTF-8.
public final class Json {

    /// Deeper than any payload people write; shallow enough for every parser behind us.
    private static final int DEPTH_MAX = 64;

    private static final int NAME_LENGTH_MAX = 1_000;
    private static final int NUMBER_LENGTH_MAX = 1_000;

    public static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(DEPTH_MAX)
                                    .maxNameLength(NAME_LENGTH_MAX)
                                    .maxNumberLength(NUMBER_LENGTH_MAX)
                                    .build())
                    // Two parsers may choose different values of a repeated key.
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build();

    private static final JsonMapper MAPPER = new JsonMapper(FACTORY);

    private Json() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static Response response(int status, JsonNode json) {
        return Response.json(status, MAPPER.writeValueAsBytes(json));
    }

    /// The body of a request that must be a JSON object.
    public static ObjectNode readObject(Request request) {
        requireJson(request);
        return parseObject(request.body());
    }

    /// The same for a request that needs no body: without one it is an empty object.
    public static ObjectNode readOptionalObject(Request request) {
        var body = request.body();
        if (body.length == 0) {
            return object();
        }
        requireJson(request);
        return parseObject(body);
    }

    private static ObjectNode parseObject(byte[] body) {
        requireText(body);
        try {
            if (MAPPER.readTree(body) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            throw malformed(e);
        }
        throw Problem.invalid("", "The body must be a JSON object.");
    }

    /// One that we have stored.
    public static JsonNode parse(String text) {
        return MAPPER.readTree(text);
    }

    public static void requireJson(Request request) {
        var type = request.header("Content-Type").orElse("");
        if (!mediaType(type).equals("application/json")) {
            throw Problem.of(
                    ProblemType.UNSUPPORTED_MEDIA_TYPE,
                    "Send the body with the header Content-Type: application/json.");
        }
    }

    /// Without its parameters.
    public static String mediaType(String header) {
        int semicolon = header.indexOf(';');
        var type = semicolon < 0 ? header : header.substring(0, semicolon);
        return type.strip().toLowerCase(Locale.ROOT);
    }

    /// UTF-8 and nothing else, checked before parsing: parsers guess other encodings from NUL
    /// bytes, and skip over text they do not look at.
    public static void requireText(byte[] body) {
        boolean ascii = true;
        for (byte b : body) {
            if (b == 0) {
                throw Problem.of(ProblemType.MALFORMED_JSON, "The body must be UTF-8 text.");
            }
            ascii &= b > 0;
        }
        if (!ascii) {
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            } catch (CharacterCodingException e) {
                throw Problem.of(ProblemType.MALFORMED_JSON, "The body must be UTF-8 text.");
            }
        }
    }

    public static Problem malformed(JacksonException e) {
        var location = e.getLocation();
        var where =
                location == null
                        ? ""
                        : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
        return Problem.of(
                ProblemType.MALFORMED_JSON,
                "The body could not be read as JSON" + where + ": " + reason(e) + ".");
    }

    /// The parser's message without its settings and the place of its source.
    public static String reason(JacksonException e) {
        return String.valueOf(e.getOriginalMessage())
                .replaceAll(
                        " \\(start marker at [^)]*\\)[^)]*\\)|: enable `.*|,? \\(?from `[^`]*`\\)?",
                        "");
    }

    public static void put(ObjectNode json, String name, @Nullable Instant time) {
        json.put(name, time == null ? null : Timestamps.format(time));
    }
}
