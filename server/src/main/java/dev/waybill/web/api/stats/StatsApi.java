package dev.waybill.web.api.stats;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.stats.AutomaticChangeQuery;
import dev.waybill.feature.stats.Grouping;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Depth;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.Params;
import dev.waybill.web.api.endpoints.EndpointsApi;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/stats` and `/v1/webhook_endpoints/{id}/stats`: results of deliveries in sums.
final class StatsApi {

    private static final Duration RANGE_DEFAULT = Duration.ofDays(1);

    private final StatQuery stats;
    private final AutomaticChangeQuery changes;
    private final Endpoints endpoints;
    private final AppNames apps;
    private final InstantSource clock;

    StatsApi(
            StatQuery stats,
            AutomaticChangeQuery changes,
            Endpoints endpoints,
            AppNames apps,
            InstantSource clock) {
        this.stats = stats;
        this.changes = changes;
        this.endpoints = endpoints;
        this.apps = apps;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.READ, "GET", "/v1/stats", this::all),
                access.route(
                        Right.READ, "GET", "/v1/webhook_endpoints/{id}/stats", this::ofEndpoint));
    }

    private Response all(Request request, Caller caller) {
        var params =
                new Params(
                        request, "group_by", "app", "endpoint_id", "event_type", "since", "until");
        var scope = apps.scope(params, caller);
        var endpointId = params.id("endpoint_id", IdKind.ENDPOINT).orElse(null);
        var range = range(params, new Range(scope, endpointId, null, Instant.MIN, Instant.MAX));
        return answer(params, range, Audience.of(caller));
    }

    private Response ofEndpoint(Request request, Caller caller) {
        var endpoint =
                endpoints
                        .find(EndpointsApi.idOf(request), caller.scope())
                        .orElseThrow(() -> EndpointsApi.notFound(request));
        var params = new Params(request, "group_by", "event_type", "since", "until");
        var whole = new Range(caller.scope(), endpoint.id(), null, Instant.MIN, Instant.MAX);
        return answer(params, range(params, whole), Audience.of(caller));
    }

    private Range range(Params params, Range whole) {
        var until = params.time("until").orElseGet(clock::instant);
        var since = params.time("since").orElseGet(() -> until.minus(RANGE_DEFAULT));
        if (!since.isBefore(until)) {
            throw Params.malformed("since", "since must be earlier than until.");
        }
        return new Range(
                whole.scope(),
                whole.endpointId(),
                params.text("event_type").orElse(null),
                since,
                until);
    }

    private Response answer(Params params, Range range, Audience audience) {
        var grouping = params.text("group_by").map(StatsApi::grouping).orElse(null);
        var json = Json.object();
        json.put("object", "stats");
        Json.put(json, "since", range.since());
        Json.put(json, "until", range.until());
        json.set("total", StatsJson.of(stats.total(range, Depth.ALL), audience));
        var taken = changes.count(range);
        json.putObject("endpoints")
                .put("auto_disabled", taken.disabled())
                .put("auto_paused", taken.paused());
        if (grouping != null) {
            json.put("group_by", grouping.code());
            var groups = json.putArray("data");
            stats.groups(range, grouping, Depth.ALL)
                    .forEach((name, counts) ->
                            groups.add(
                                    named(grouping, name).setAll(StatsJson.of(counts, audience))));
        }
        return Json.response(200, json);
    }

    private ObjectNode named(Grouping grouping, String name) {
        var json = Json.object();
        return switch (grouping) {
            case ENDPOINT -> json.put("endpoint_id", IdKind.ENDPOINT.format(UUID.fromString(name)));
            case APP -> json.put("app", apps.uid(UUID.fromString(name)));
            case EVENT_TYPE -> json.put("event_type", name);
        };
    }

    private static Grouping grouping(String word) {
        return Grouping.of(word)
                .orElseThrow(() ->
                        Params.malformed(
                                "group_by", "group_by must be endpoint, app or event_type."));
    }
}
