package dev.waybill.web.health;

import dev.waybill.web.health.Health.Reason;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Problems;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import java.util.List;
import java.util.stream.Collectors;

/// `/health`: liveness and readiness of the process. Open to everyone; an answer is read from
/// memory.
public final class HealthApi {

    private final Health live;
    private final Health ready;
    private final ShutdownNotice notice;

    public HealthApi(Health live, Health ready, ShutdownNotice notice) {
        this.live = live;
        this.ready = ready;
        this.notice = notice;
    }

    public List<Route> routes() {
        return List.of(
                Route.waiting("GET", "/health/live", this::live),
                Route.waiting("GET", "/health/ready", this::ready));
    }

    private Response live(Request request) {
        return answer(request, live.reasons(), "alive\n");
    }

    private Response ready(Request request) {
        notice.asked();
        return answer(request, ready.reasons(), "ready\n");
    }

    private static Response answer(Request request, List<Reason> reasons, String well) {
        if (reasons.isEmpty()) {
            return Response.text(200, well);
        }
        var problem =
                Problem.unavailable(
                        reasons.stream().map(Reason::detail).collect(Collectors.joining(" ")));
        var json = Problems.json(problem, request.id());
        var named = json.putArray("reasons");
        reasons.forEach(reason ->
                named.addObject().put("name", reason.name()).put("detail", reason.detail()));
        return Problems.response(problem, json);
    }
}
