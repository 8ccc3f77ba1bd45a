package dev.waybill.web.api.events;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.waybill.engine.capture.Publication;
import dev.waybill.engine.capture.PublishKey;
import dev.waybill.web.http.Fingerprint;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// Reads a batch: a JSON array, NDJSON, or a batch of CloudEvents. An invalid event does not affect
/// the others; a body that cannot be read as a whole is refused as a whole.
final class BatchParser {

    static final int EVENTS_MAX = 1_000;

    /// The violations that all events of a batch list together: a bound for the size of the
    /// response. Each invalid event lists at least its first.
    static final int VIOLATIONS_MAX = 5_000;

    /// One event of the batch: its content, or its violations.
    record Item(Optional<Publication> publication, Optional<Problem> problem) {}

    private final EventReader events;
    private final TypeCheck types;
    private final Optional<String> idempotencyKey;
    private int violationsLeft = VIOLATIONS_MAX;

    BatchParser(EventReader events, TypeCheck types, Optional<String> idempotencyKey) {
        this.events = events;
        this.types = types;
        this.idempotencyKey = idempotencyKey;
    }

    List<Item> read(Request request, byte[] body) {
        Json.requireText(body);
        var fingerprint = Fingerprint.of(request, body);
        var type = Json.mediaType(request.header("Content-Type").orElse(""));
        var items =
                switch (type) {
                    case "application/json" -> readArray(body, fingerprint);
                    case "application/x-ndjson", "application/jsonl" ->
                            readLines(body, fingerprint);
                    case PublishFormat.BATCH_TYPE -> readItems(body, fingerprint);
                    default ->
                            throw Problem.of(
                                    ProblemType.UNSUPPORTED_MEDIA_TYPE,
                                    "Send a JSON array as application/json, one event per line as"
                                            + " application/x-ndjson, or CloudEvents as "
                                            + PublishFormat.BATCH_TYPE
                                            + ".");
                };
        // A batch of CloudEvents may be empty.
        if (items.isEmpty() && !type.equals(PublishFormat.BATCH_TYPE)) {
            throw Problem.invalid("", "The batch contains no events.");
        }
        return items;
    }

    private List<Item> readArray(byte[] body, byte[] fingerprint) {
        var items = new ArrayList<Item>();
        try (var parser = Json.FACTORY.createParser(ObjectReadContext.empty(), body)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw Problem.invalid("", "The body must be a JSON array of events.");
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(item(parser, body, items, fingerprint));
            }
            if (parser.nextToken() != null) {
                throw Problem.of(
                        ProblemType.MALFORMED_JSON,
                        "There is more text after the end of the array.");
            }
            return items;
        } catch (JacksonException e) {
            throw Json.malformed(e);
        }
    }

    private List<Item> readLines(byte[] body, byte[] fingerprint) {
        var items = new ArrayList<Item>();
        int start = 0;
        for (int end = 0; end <= body.length; end++) {
            if (end == body.length || body[end] == '\n') {
                var line = Arrays.copyOfRange(body, start, end);
                start = end + 1;
                if (!new String(line, US_ASCII).isBlank()) {
                    items.add(
                            only(
                                    line,
                                    items,
                                    fingerprint,
                                    "A line must contain one JSON value only."));
                }
            }
        }
        return items;
    }

    /// Reads each item by itself: malformed JSON in one, such as a repeated key, does not affect
    /// the others.
    private List<Item> readItems(byte[] body, byte[] fingerprint) {
        var items = new ArrayList<Item>();
        for (var item : ArrayItems.of(body, EVENTS_MAX)) {
            items.add(
                    only(item, items, fingerprint, "An item of the array must be one JSON value."));
        }
        return items;
    }

    /// The only item of its text.
    ///
    /// @param otherwise says that there is more than one
    private Item only(byte[] line, List<Item> before, byte[] fingerprint, String otherwise) {
        int index = before.size();
        try (var parser = Json.FACTORY.createParser(ObjectReadContext.empty(), line)) {
            parser.nextToken();
            var item = item(parser, line, before, fingerprint);
            if (parser.nextToken() == null) {
                return item;
            }
            return failed(Problem.of(ProblemType.MALFORMED_JSON, otherwise), index);
        } catch (JacksonException e) {
            return failed(Json.malformed(e), index);
        }
    }

    private Item item(JsonParser parser, byte[] source, List<Item> before, byte[] fingerprint) {
        int index = before.size();
        if (index >= EVENTS_MAX) {
            throw Problem.of(
                    ProblemType.TOO_LARGE, "A batch contains at most " + EVENTS_MAX + " events.");
        }
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            if (parser.currentToken() != null) {
                parser.skipChildren();
            }
            return failed(Problem.invalid("", "An event must be a JSON object."), index);
        }
        var event = events.read(parser, source, keys(before, fingerprint));
        return switch (types.checked(event)) {
            case ParsedEvent.Valid(var publication) ->
                    new Item(Optional.of(publication), Optional.empty());
            case ParsedEvent.Invalid invalid -> failed(invalid, index);
        };
    }

    private Item failed(ParsedEvent.Invalid invalid, int index) {
        var problem = invalid.problem(Math.max(1, violationsLeft));
        violationsLeft -= problem.errors().size();
        return failed(problem, index);
    }

    /// Invalid events do not count: the first stored event always has place zero, where another
    /// batch with the same key will find it.
    private List<PublishKey> keys(List<Item> before, byte[] fingerprint) {
        if (idempotencyKey.isEmpty()) {
            return List.of();
        }
        int place = (int) before.stream().filter(item -> item.publication().isPresent()).count();
        return idempotencyKey
                .map(key ->
                        List.of(
                                new PublishKey(
                                        PublishKey.Kind.IDEMPOTENCY_KEY, key, place, fingerprint)))
                .orElse(List.of());
    }

    private static Item failed(Problem problem, int index) {
        return new Item(Optional.empty(), Optional.of(problem.under("/" + index)));
    }
}
