package dev.waybill.web.api.replays;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.replays.Plan;
import dev.waybill.feature.replays.Replay;
import dev.waybill.web.json.Json;
import tools.jackson.databind.node.ObjectNode;

/// Replays and their plans as the API shows them.
public final class ReplayJson {

    private ReplayJson() {}

    /// Customers see neither the reason nor the actor of a replay that the platform requested.
    static ObjectNode of(Replay replay, Audience audience) {
        var json = of(replay);
        if (audience == Audience.CUSTOMERS && !replay.request().byCustomer()) {
            json.put("reason", "");
            json.putNull("created_by");
        }
        return json;
    }

    public static ObjectNode of(Replay replay) {
        var request = replay.request();
        var progress = replay.progress();
        var json = Json.object();
        json.put("id", IdKind.REPLAY.format(replay.id()));
        json.put("object", "replay");
        json.put("mode", request.mode().code());
        json.put(
                "endpoint_id",
                request.endpointId() == null ? null : IdKind.ENDPOINT.format(request.endpointId()));
        json.put("state", replay.state().code());
        json.put("total", progress.total());
        json.put("done", progress.done());
        json.put("made", progress.made());
        json.put("delivered", progress.delivered());
        json.put("failed", progress.failed());
        json.put("skipped", progress.skipped());
        json.put("rate_per_second", replay.pace().perSecond());
        Json.put(json, "start_at", request.startAt());
        json.set("filter", Json.parse(request.filter()));
        json.set("plan", Json.parse(request.plan()));
        json.put("reason", request.reason());
        json.put("created_by", request.actor());
        Json.put(json, "created_at", request.createdAt());
        Json.put(json, "updated_at", replay.updatedAt());
        Json.put(json, "ended_at", replay.endedAt());
        return json;
    }

    public static ObjectNode plan(Plan plan) {
        var json = Json.object();
        json.put("total", plan.total());
        var endpoints = json.putArray("endpoints");
        plan.endpoints()
                .forEach((id, count) ->
                        endpoints
                                .addObject()
                                .put("endpoint_id", IdKind.ENDPOINT.format(id))
                                .put("count", count));
        var excluded = json.putArray("excluded");
        plan.excluded()
                .forEach((why, count) ->
                        excluded.addObject()
                                .put("why", why.code())
                                .put("detail", why.words())
                                .put("count", count));
        return json;
    }
}
