package dev.waybill.web.api.deadletters;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.feature.deadletters.DeadLetterFilter;
import dev.waybill.feature.deadletters.DeadLetterGroup;
import dev.waybill.feature.deadletters.DeadLetterGroups;
import dev.waybill.feature.deadletters.DeadLetterRules;
import dev.waybill.feature.deadletters.DeadLetterSelection;
import dev.waybill.feature.deadletters.DeadLetterService;
import dev.waybill.feature.deadletters.DeadLetters;
import dev.waybill.feature.deadletters.ReopenDeadLetters;
import dev.waybill.feature.deadletters.ResolveDeadLetters;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.feature.deliveries.DeliveryQuery;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.Cursor;
import dev.waybill.web.api.FilterInput;
import dev.waybill.web.api.JsonInput;
import dev.waybill.web.api.PagedList;
import dev.waybill.web.api.Pages;
import dev.waybill.web.api.Params;
import dev.waybill.web.api.deliveries.DeliveriesApi;
import dev.waybill.web.api.redelivery.CancelApi;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/dead_letters`: dead letters by endpoint and cause, and their resolution.
final class DeadLettersApi {

    /// Groups that can be paged through.
    private static final int GROUPS_MAX = 100_000;

    /// The order by size cannot be marked by the id of a row, so the cursor is a count.
    private static final Cursor<Integer> CURSOR =
            new Cursor<>(PagedList.DEAD_LETTERS, DeadLettersApi::write, DeadLettersApi::read);

    private static final int BODY_BYTES_MAX = 64 * 1024;

    private final DeadLetterGroups groups;
    private final DeadLetterService service;
    private final DeliveryQuery deliveries;
    private final AppNames apps;

    DeadLettersApi(
            DeadLetterGroups groups,
            DeadLetterService service,
            DeliveryQuery deliveries,
            AppNames apps) {
        this.groups = groups;
        this.service = service;
        this.deliveries = deliveries;
        this.apps = apps;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.READ, "GET", "/v1/dead_letters", this::list),
                access.route(Right.OPERATE, "POST", "/v1/dead_letters/resolve", this::resolve)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.OPERATE, "POST", "/v1/dead_letters/reopen", this::reopen)
                        .taking(BODY_BYTES_MAX));
    }

    private Response list(Request request, Caller caller) {
        var params =
                new Params(
                        request,
                        "app",
                        "endpoint_id",
                        "reason",
                        "cause",
                        "event_type",
                        "since",
                        "until",
                        "cursor",
                        "limit");
        var scope = apps.scope(params, caller);
        var filter =
                new DeadLetterFilter(
                        Audience.of(caller),
                        params.id("endpoint_id", IdKind.ENDPOINT).orElse(null),
                        params.text("reason").map(DeadLettersApi::reasonParam).orElse(null),
                        DeliveryFilter.cause(params.text("cause").orElse(null)),
                        params.text("event_type").orElse(null),
                        params.time("since").orElse(null),
                        params.time("until").orElse(null));
        int limit = params.limit();
        int skipped = params.cursor(CURSOR).orElse(0);
        var page = groups.page(scope, filter, skipped, limit);
        var samples =
                deliveries
                        .findAll(page.groups().stream().map(DeadLetterGroup::last).toList())
                        .stream()
                        .collect(Collectors.toMap(DeliveryView::id, Function.identity()));
        var rows =
                page.groups().stream()
                        .map(group ->
                                DeadLetterGroupJson.of(
                                        group, samples.get(group.last()), Audience.of(caller)))
                        .toList();
        int seen = skipped + rows.size();
        boolean more = rows.size() == limit && seen <= GROUPS_MAX;
        var json = Pages.of(rows, CURSOR, more ? seen : null);
        json.put("counted_all", page.countedAll());
        return Json.response(200, json);
    }

    private static byte[] write(int skipped) {
        return ByteBuffer.allocate(2 * Long.BYTES).putLong(0).putLong(skipped).array();
    }

    private static int read(ByteBuffer bytes) {
        bytes.getLong();
        long skipped = bytes.getLong();
        if (skipped < 0 || skipped > GROUPS_MAX) {
            throw new IllegalArgumentException("more groups than can be paged through");
        }
        return (int) skipped;
    }

    private static Reason reasonParam(String code) {
        return DeadLetterRules.REASON
                .of(code)
                .orElseThrow(() ->
                        Params.malformed(
                                "reason",
                                DeadLetterRules.REASON.violation("reason").detail("reason")));
    }

    private Response resolve(Request request, Caller caller) {
        var body =
                new JsonInput(
                        Json.readObject(request), "delivery_ids", FilterInput.NAME, "kind", "note");
        var command =
                new ResolveDeadLetters(
                        selection(body, caller),
                        body.text("kind").orNull(),
                        body.text("note").orNull());
        return done(service.resolve(command, body.violations(), Access.actor(caller, request)));
    }

    private Response reopen(Request request, Caller caller) {
        var body =
                new JsonInput(Json.readObject(request), "delivery_ids", FilterInput.NAME, "note");
        var command = new ReopenDeadLetters(selection(body, caller), body.text("note").orNull());
        return done(service.reopen(command, body.violations(), Access.actor(caller, request)));
    }

    private static DeadLetterSelection selection(JsonInput body, Caller caller) {
        return new DeadLetterSelection(
                caller,
                ids(body),
                body.object(FilterInput.NAME, "{} must be an object.")
                        .value()
                        .map(json -> filter(body, json, caller))
                        .orElse(null));
    }

    /// The ids of deliveries. A text that cannot be an id names a delivery that does not exist.
    private static @Nullable List<UUID> ids(JsonInput body) {
        var texts = body.texts("delivery_ids").value();
        if (texts.isEmpty() || body.violations().has("delivery_ids")) {
            return null;
        }
        return texts.get().stream()
                .map(text ->
                        IdKind.DELIVERY.parse(text).orElseThrow(() -> DeliveriesApi.notFound(text)))
                .toList();
    }

    private static DeadLetterSelection.Filter filter(
            JsonInput body, ObjectNode json, Caller caller) {
        var input =
                body.part(
                        FilterInput.NAME,
                        json,
                        "endpoint_id",
                        "reason",
                        "cause",
                        "event_type",
                        "since",
                        "until",
                        "app");
        var cause = input.text("cause").orNull();
        return new DeadLetterSelection.Filter(
                input.text("app").orNull(),
                cause,
                new DeadLetterFilter(
                        Audience.of(caller),
                        input.id("endpoint_id", IdKind.ENDPOINT).orNull(),
                        input.choice("reason", DeadLetterRules.REASON).orNull(),
                        DeliveryFilter.cause(cause),
                        input.text("event_type").orNull(),
                        input.time("since").orNull(),
                        input.time("until").orNull()),
                json);
    }

    private static Response done(DeadLetters.Result result) {
        return switch (result) {
            case DeadLetters.Result.Done(int count, boolean more) ->
                    Json.response(200, CancelApi.count(count, more));
            case DeadLetters.Result.Invalid(var all) -> throw FilterInput.problem(all);
            case DeadLetters.Result.NoSuchDelivery(var id) ->
                    throw DeliveriesApi.notFound(IdKind.DELIVERY.format(id));
            case DeadLetters.Result.NotDeadLetter(var id) ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            IdKind.DELIVERY.format(id) + " is not a dead letter.");
            case DeadLetters.Result.Superseded(var id, var by) ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            IdKind.DELIVERY.format(id)
                                    + " was redelivered as "
                                    + IdKind.DELIVERY.format(by)
                                    + ", which is the open dead letter.");
        };
    }
}
