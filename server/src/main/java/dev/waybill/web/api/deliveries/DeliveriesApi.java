package dev.waybill.web.api.deliveries;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.event.EventFormat;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.deadletters.DeadLetterQuery;
import dev.waybill.feature.deliveries.AttemptView;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.deliveries.DeliveryQuery;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.deliveries.Statuses;
import dev.waybill.feature.endpoints.EndpointHeaders;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.AnswerMemory;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.Cursor;
import dev.waybill.web.api.PagedList;
import dev.waybill.web.api.Pages;
import dev.waybill.web.api.Params;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Reads `/v1/deliveries`.
public final class DeliveriesApi {

    private static final Cursor<UUID> CURSOR = Cursor.ofIds(PagedList.DELIVERIES);

    private final DeliveryList list;
    private final DeliveryQuery deliveries;
    private final EventQuery events;
    private final DeadLetterQuery letters;
    private final Composer composer;
    private final RoutingTable routes;
    private final AppNames apps;

    DeliveriesApi(
            DeliveryList list,
            DeliveryQuery deliveries,
            EventQuery events,
            DeadLetterQuery letters,
            Composer composer,
            RoutingTable routes,
            AppNames apps) {
        this.list = list;
        this.deliveries = deliveries;
        this.events = events;
        this.letters = letters;
        this.composer = composer;
        this.routes = routes;
        this.apps = apps;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.READ, "GET", "/v1/deliveries", this::list),
                access.route(Right.READ, "GET", "/v1/deliveries/{id}", this::get));
    }

    private Response list(Request request, Caller caller) {
        var params =
                new Params(
                        request,
                        "state",
                        "reason",
                        "app",
                        "endpoint_id",
                        "event_type",
                        "status",
                        "since",
                        "until",
                        "cause",
                        "dead_letter",
                        "cursor",
                        "limit");
        var scope = apps.scope(params, caller);
        int limit = params.limit();
        var before = params.cursor(CURSOR).orElse(DeliveryList.AFTER_ALL);
        var page = list.page(scope, Audience.of(caller).seen(filter(params)), before, limit);
        return Json.response(
                200,
                Pages.of(
                        page.rows().stream()
                                .map(delivery -> DeliveryJson.of(delivery, Audience.of(caller)))
                                .toList(),
                        CURSOR,
                        page.last()));
    }

    private static DeliveryFilter filter(Params params) {
        return new DeliveryFilter(
                params.text("state").map(DeliveriesApi::state).orElse(null),
                DeliveryFilter.reason(params.text("reason").orElse(null)),
                params.id("endpoint_id", IdKind.ENDPOINT).orElse(null),
                params.text("event_type").orElse(null),
                params.text("status").map(DeliveriesApi::status).orElse(null),
                params.time("since").orElse(null),
                params.time("until").orElse(null),
                DeliveryFilter.cause(params.text("cause").orElse(null)),
                params.text("dead_letter").map(DeliveriesApi::deadLetter).orElse(null),
                null,
                false);
    }

    private static DeliveryState state(String word) {
        return DeliveryState.of(word)
                .orElseThrow(() ->
                        Params.malformed(
                                "state",
                                "state must be pending, in_flight, delivered, failed,"
                                        + " expired or cancelled."));
    }

    private static String deadLetter(String word) {
        if (!DeliveryFilter.isLetterWord(word)) {
            throw Params.malformed("dead_letter", "dead_letter must be open, closed or any.");
        }
        return word;
    }

    private static Statuses status(String text) {
        return Statuses.parse(text)
                .orElseThrow(() ->
                        Params.malformed(
                                "status",
                                "status must be an HTTP status code, or a class such as 5xx."));
    }

    private Response get(Request request, Caller caller) {
        var delivery =
                IdKind.DELIVERY
                        .parse(request.part("id"))
                        .flatMap(id -> deliveries.find(id, caller.scope()))
                        .orElseThrow(() -> notFound(request));
        var attempts = deliveries.attempts(delivery.id());
        var json = DeliveryJson.of(delivery, Audience.of(caller));
        DeliveryJson.putAttempts(
                json, attempts, deliveries.answerHeaders(delivery.id()), Audience.of(caller));
        var last = attempts.isEmpty() ? null : attempts.getLast();
        json.set("request", requestOf(delivery, last, request, caller).orElse(null));
        json.set(
                "letter",
                delivery.isDeadLetter()
                        ? DeadLetterJson.of(
                                delivery,
                                letters.notes(delivery.id()),
                                letters.repeatedBy(delivery.id()),
                                Audience.of(caller))
                        : null);
        return Json.response(200, json);
    }

    /// The last request as it was sent, reconstructed from the recorded values.
    private Optional<ObjectNode> requestOf(
            DeliveryView delivery, @Nullable AttemptView attempt, Request request, Caller caller) {
        if (attempt == null) {
            return Optional.empty();
        }
        return events.find(delivery.event().id(), caller.scope())
                .map(event -> {
                    request.reserve(AnswerMemory.of(event.data().length));
                    var envelope =
                            composer.formatted(
                                    Envelope.of(event, delivery.replayed()),
                                    format(delivery),
                                    event.appId());
                    var json = Json.object();
                    json.put("url", attempt.url());
                    var headers = json.putObject("headers");
                    for (var header :
                            composer.headers(
                                    envelope,
                                    delivery.id(),
                                    attempt.attempt(),
                                    attempt.startedAt().getEpochSecond(),
                                    attempt.signature())) {
                        headers.put(header.name(), header.value());
                    }
                    ownHeaders(delivery).forEach(name -> headers.put(name, EndpointHeaders.HIDDEN));
                    json.put("body", new String(envelope.body(), UTF_8));
                    return json;
                });
    }

    /// The current format; that of earlier attempts is not stored.
    private EventFormat format(DeliveryView delivery) {
        var endpoint = routes.current().endpoint(delivery.endpointId());
        return endpoint == null ? EventFormat.WAYBILL : endpoint.format();
    }

    /// The current header names; those of earlier attempts are not stored.
    private List<String> ownHeaders(DeliveryView delivery) {
        var endpoint = routes.current().endpoint(delivery.endpointId());
        return endpoint == null ? List.of() : endpoint.credentials().headers().names();
    }

    public static Problem notFound(Request request) {
        return notFound(request.part("id"));
    }

    public static Problem notFound(String id) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                "There is no delivery "
                        + id
                        + "; a delivery's id begins with "
                        + IdKind.DELIVERY.prefix()
                        + ".");
    }
}
