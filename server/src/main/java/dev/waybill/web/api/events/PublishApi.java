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
import dev.waybill.engine.trace.Trace;
import dev.waybill.engine.trace.Traces;
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

    /// Base64 is longer than its content by a third.
    private static final int BASE64_BYTES_MAX = (EventRules.DATA_BYTES_MAX / 3 + 1) * 4;

    private static final String ONE = "/v1/events";
    private static final String BATCH = "/v1/events/batch";

    private final Capture capture;
    private final RepeatedPublishes repeated;
    private final TypeCheck types;
    private final AppNames apps;
    private final KeyRates rates;
    private final InstantSource clock;
    private final Traces traces;

    PublishApi(
            Capture capture,
            EventQuery events,
            TypeCheck types,
            AppNames apps,
            KeyRates rates,
            InstantSource clock,
            Traces traces) {
        this.capture = capture;
        this.repeated = new RepeatedPublishes(events, apps);
        this.types = types;
        this.apps = apps;
        this.rates = rates;
        this.clock = clock;
        this.traces = traces;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.promptRoute(Right.PUBLISH, "POST", ONE, this::publish)
                        .taking(PublishApi::bodyBytesMax),
                access.route(Right.PUBLISH, "POST", BATCH, this::publishBatch)
                        .taking(BATCH_BYTES_MAX));
    }

    private static int bodyBytesMax(Request request) {
        return switch (PublishFormat.of(request)) {
            case WAYBILL, BINARY -> EventRules.DATA_BYTES_MAX + ROOM_FOR_FIELDS;
            case STRUCTURED -> BASE64_BYTES_MAX + ROOM_FOR_FIELDS;
            case BATCH -> BATCH_BYTES_MAX;
        };
    }

    private void publish(Request request, Caller caller, Reply reply) {
        var format = PublishFormat.of(request);
        if (format == PublishFormat.BATCH) {
            Thread.ofVirtual().name("batch").start(() -> answerBatch(request, caller, reply));
            return;
        }
        var trace = trace(request);
        var span = trace == null ? null : trace.span();
        if (span == null) {
            accept(request, format, caller, traceparent(trace), reply);
            return;
        }
        var traced = new PublishSpan(span, ONE, clock);
        try {
            var answer = new PublishSpan.Traced(reply, traced);
            accept(request, format, caller, traceparent(trace), answer);
        } catch (RuntimeException e) {
            traced.ended(e);
            throw e;
        }
    }

    private void accept(
            Request request,
            PublishFormat format,
            Caller caller,
            @Nullable String traceparent,
            Reply reply) {
        var input = input(request, format);
        var event = input.read(publishing(caller, apps::known, traceparent));
        if (event instanceof ParsedEvent.Invalid invalid && invalid.missesApp()) {
            // Another process may just have created the app, and this thread must not query the
            // database.
            Thread.ofVirtual()
                    .name("app")
                    .start(() -> publishToNewApp(caller, input, traceparent, reply));
        } else if (types.isQuick(event)) {
            publish(event, caller, reply);
        } else {
            // A schema check may take long, and the next request must not wait for it.
            Thread.ofVirtual().name("check").start(() -> check(event, caller, reply));
        }
    }

    private void publishToNewApp(
            Caller caller, Input input, @Nullable String traceparent, Reply reply) {
        try {
            var event = input.read(publishing(caller, apps::find, traceparent));
            publish(types.checked(event), caller, reply);
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
            case CaptureResult.Captured captured -> {
                if (reply instanceof PublishSpan.Traced traced) {
                    traced.span().captured(List.of(captured));
                }
                reply.send(
                        Response.json(
                                202, EventJson.captured(captured, uid(captured)).getBytes(UTF_8)));
            }
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

    /// The one event of a request, which can be read more than once.
    private interface Input {
        ParsedEvent read(Publishing publishing);
    }

    private static Input input(Request request, PublishFormat format) {
        switch (format) {
            case WAYBILL -> Json.requireJson(request);
            case BINARY -> BinaryCloudEvent.requireJson(request);
            case STRUCTURED, BATCH -> {}
        }
        var body = request.body();
        Json.requireText(body);
        return switch (format) {
            case WAYBILL -> {
                var keys = keysOf(request, body);
                yield publishing -> read(body, new EventParser(publishing), keys);
            }
            case BINARY -> {
                var keys = keysOf(request, BinaryCloudEvent.content(request, body));
                yield publishing -> BinaryCloudEvent.read(request, body, publishing, keys);
            }
            case STRUCTURED, BATCH -> {
                var keys = keysOf(request, body);
                yield publishing -> read(body, new CloudEventParser(publishing), keys);
            }
        };
    }

    private static ParsedEvent read(byte[] body, EventReader events, List<PublishKey> keys) {
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

    /// Answers a batch that was sent to the route of single events.
    private void answerBatch(Request request, Caller caller, Reply reply) {
        try {
            reply.send(publishBatch(request, caller));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reply.fail(Problem.unavailable("Waybill is stopping."));
        } catch (RuntimeException | Error e) {
            reply.fail(e);
        }
    }

    private Response publishBatch(Request request, Caller caller) throws InterruptedException {
        var trace = trace(request);
        var span = trace == null ? null : trace.span();
        if (span == null) {
            return acceptBatch(request, caller, traceparent(trace), null);
        }
        var traced = new PublishSpan(span, BATCH, clock);
        try {
            var response = acceptBatch(request, caller, traceparent(trace), traced);
            traced.ended(response.status());
            return response;
        } catch (RuntimeException | InterruptedException e) {
            traced.ended(e);
            throw e;
        }
    }

    private Response acceptBatch(
            Request request,
            Caller caller,
            @Nullable String traceparent,
            @Nullable PublishSpan span)
            throws InterruptedException {
        var body = request.body();
        var publishing = publishing(caller, apps.finder(), traceparent);
        EventReader events =
                PublishFormat.of(request) == PublishFormat.BATCH
                        ? new CloudEventParser(publishing)
                        : new EventParser(publishing);
        var batch = new BatchParser(events, types, Idempotency.key(request));
        var items = batch.read(request, body);
        rates.addEvents(caller.actor(), Math.max(0, items.size() - 1));
        var publications = items.stream().flatMap(item -> item.publication().stream()).toList();
        var captured = capture.publish(publications);
        if (span != null) {
            span.captured(captured);
        }
        var results = captured.iterator();
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

    private Publishing publishing(
            Caller caller, Function<String, Optional<UUID>> findApp, @Nullable String traceparent) {
        return new Publishing(
                caller, findApp, clock.instant().truncatedTo(ChronoUnit.MILLIS), traceparent);
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

    private @Nullable Trace trace(Request request) {
        return traces.publish(request.header("traceparent").orElse(null));
    }

    /// What the events of a request keep.
    private static @Nullable String traceparent(@Nullable Trace trace) {
        return trace == null ? null : trace.traceparent();
    }
}
