package dev.waybill.web.api.events;

import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Problems;
import dev.waybill.web.json.Json;
import tools.jackson.databind.node.ObjectNode;

/// The rows of a batch's answer, one for each event, in order.
final class BatchRows {

    private BatchRows() {}

    static ObjectNode row(int status, String eventId) {
        return Json.object().put("status", status).put("id", eventId);
    }

    static ObjectNode problem(Problem problem, String requestId) {
        var row = Json.object().put("status", problem.type().status());
        row.set("problem", Problems.json(problem, requestId));
        return row;
    }
}
