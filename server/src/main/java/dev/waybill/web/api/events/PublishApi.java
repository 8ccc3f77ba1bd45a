package dev.waybill.web.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.event.Event;
import dev.waybill.domain.event.EventRules;
import dev.waybill.engine.capture.Capture;
import dev.waybill.engine.capture.CaptureResult;
import dev.waybill.engine.capture.Publication;
import dev.waybill.engine.capture.PublishKey;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.web.access.Access;
import dev.waybill.web.access.KeyRates;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.Idempotency;
import dev.waybill.web.http.Fingerprint;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Reply;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.CaptureText;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.node.ObjectNode;

/// `POST /v1/events` and `POST /v1/events/batch`.
final class PublishApi {

    static final int BATCH_BYTES_MAX = 8 * 1024 * 1024;

    /// Limit of the JSON around `data`.
    private static final int ROOM_FOR_FIELDS = 4 * 1024;

    private static final Pattern TRACEPARENT =
            Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

    private final Capture capture;
    private final RepeatedPublishes repeated;
    private final TypeCheck types;
    private final AppNames apps;
    private final KeyRates rates;
    private final InstantSource clock;

    PublishApi(
            Capture capture,
            EventQuery events,
            TypeCheck types,
            AppNames apps,
            KeyRates rates,
            InstantSource clock) {
        this.capture = capture;
        this.repeated = new RepeatedPublishes(events, apps);
        this.types = types;
        this.apps = apps;
        this.rates = rates;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.promptRoute(Right.PUBLISH, "POST", "/v1/events", this::publish)
                        .taking(EventRules.DATA_BYTES_MAX + ROOM_FOR_FIELDS),
                access.route(Right.PUBLISH, "POST", "/v1/events/batch", this::publishBatch)
                        .taking(BATCH_BYTES_MAX));
    }

    private void publish(Request request, Caller caller, Reply reply) {
        Json.requireJson(request);
        var body = request.body();
        Json.requireText(body);
        var keys = keysOf(request, body);
        var event = read(body, parserFor(request, caller, apps::known), keys);
        if (event instanceof ParsedEvent.Invalid invalid && invalid.missesApp()) {
            // Another process may just have created the app, and this thread must not query the
            // database.
            Thread.ofVirtual()
                    .name("app")
                    .start(() -> publishToNewApp(request, caller, body, keys, reply));
        } else if (types.isQuick(event)) {
            publish(event, caller, reply);
        } else {
            // A schema check may take long, and the next request must not wait for it.
            Thread.ofVirtual().name("check").start(() -> check(event, caller, reply));
        }
    }

    private void publishToNewApp(
            Request request, Caller caller, byte[] body, List<PublishKey> keys, Reply reply) {
        try {
            var parser = parserFor(request, caller, apps::find);
            publish(types.checked(read(body, parser, keys)), caller, reply);
        } catch (RuntimeException e) {
            reply.fail(e);
        }
    }

    private void check(ParsedEvent event, Caller caller, Reply reply) {
        try {
            publish(types.checked(event), caller, reply);
        } catch (RuntimeException | Error e) {
            reply.fail(e);
        }
    }

    private void publish(ParsedEvent event, Caller caller, Reply reply) {
        switch (event) {
            case ParsedEvent.Valid(var publication) ->
                    capture.publish(
                            List.of(publication),
                            results -> tell(results.getFirst(), caller, reply));
            case ParsedEvent.Invalid invalid -> throw invalid.problem();
        }
    }

    /// Runs on the thread of the capture writer: a failure must still be answered.
    private void tell(CaptureResult result, Caller caller, Reply reply) {
        try {
            answer(result, caller, reply);
        } catch (RuntimeException | Error e) {
            reply.fail(e);
        }
    }

    private void answer(CaptureResult result, Caller caller, Reply reply) {
        switch (result) {
            case CaptureResult.Captured captured ->
                    reply.send(
                            Response.json(
                                    202,
                                    EventJson.captured(captured, uid(captured)).getBytes(UTF_8)));
            // The result of the first publish must be queried, which this thread must not wait for.
            case CaptureResult.Repeated(var eventId) -> repeated.answer(eventId, caller, reply);
            case CaptureResult.Clash _,
                    CaptureResult.Unconfirmed _,
                    CaptureResult.Invalid _,
                    CaptureResult.Unstorable _ ->
                    reply.fail(CaptureText.problem(result));
        }
    }

    private String uid(CaptureResult.Captured captured) {
        return apps.uid(captured.event().appId());
    }

    private static ParsedEvent read(byte[] body, EventParser events, List<PublishKey> keys) {
        try (var parser = Json.FACTORY.createParser(ObjectReadContext.empty(), body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw Problem.invalid("", "The body must be a JSON object.");
            }
            var event = events.read(parser, body, keys);
            if (parser.nextToken() != null) {
                throw Problem.of(
                        ProblemType.MALFORMED_JSON,
                        "There is more text after the end of the object.");
            }
            return event;
        } catch (JacksonException e) {
            throw Json.malformed(e);
        }
    }

    private Response publishBatch(Request request, Caller caller) throws InterruptedException {
        var body = request.body();
        var batch =
                new BatchParser(
                        parserFor(request, caller, apps.finder()), types, Idempotency.key(request));
        var items = batch.read(request, body);
        rates.addEvents(caller.actor(), items.size() - 1);
        var publications = items.stream().flatMap(item -> item.publication().stream()).toList();
        var results = capture.publish(publications).iterator();
        var json = Json.object();
        var data = json.putArray("data");
        for (var item : items) {
            data.add(
                    item.publication()
                            .map(publication -> batchRow(publication, results.next(), request.id()))
                            .orElseGet(() ->
                                    BatchRows.problem(item.problem().orElseThrow(), request.id())));
        }
        return Json.response(200, json);
    }

    private static ObjectNode batchRow(
            Publication publication, CaptureResult result, String requestId) {
        return switch (result) {
            case CaptureResult.Captured(var event, _, _) -> BatchRows.row(202, event.publicId());
            // The same content has the same id of the producer's own, if it has one.
            case CaptureResult.Repeated(var eventId) ->
                    BatchRows.row(200, Event.publicId(eventId, publication.ownId()));
            // The result applies to the batch as a whole: it can be sent again unchanged.
            case CaptureResult.Unconfirmed _ -> throw CaptureText.problem(result);
            case CaptureResult.Clash _, CaptureResult.Invalid _, CaptureResult.Unstorable _ ->
                    BatchRows.problem(CaptureText.problem(result), requestId);
        };
    }

    static Problem unconfirmed() {
        return CaptureText.problem(new CaptureResult.Unconfirmed());
    }

    private EventParser parserFor(
            Request request, Caller caller, Function<String, Optional<UUID>> findApp) {
        return new EventParser(
                caller,
                findApp,
                clock.instant().truncatedTo(ChronoUnit.MILLIS),
                traceparent(request));
    }

    private static List<PublishKey> keysOf(Request request, byte[] body) {
        return Idempotency.key(request)
                .map(key ->
                        List.of(
                                new PublishKey(
                                        PublishKey.Kind.IDEMPOTENCY_KEY,
                                        key,
                                        0,
                                        Fingerprint.of(request, body))))
                .orElse(List.of());
    }

    /// A malformed value is ignored, as the standard requires.
    private static @Nullable String traceparent(Request request) {
        return request.header("traceparent")
                .filter(value -> TRACEPARENT.matcher(value).matches())
                .orElse(null);
    }
}
