package dev.waybill.web.http;

import java.util.HashMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Problems as answers.
public final class Problems {

    private static final JsonMapper JSON = new JsonMapper();

    private Problems() {}

    public static ObjectNode json(Problem problem, String requestId) {
        var json = JSON.createObjectNode();
        json.put("type", problem.type().urn());
        json.put("title", problem.type().title());
        json.put("status", problem.type().status());
        json.put("detail", problem.detail());
        if (problem.field() != null) {
            json.put("field", problem.field());
        }
        if (!problem.errors().isEmpty()) {
            var errors = json.putArray("errors");
            for (var error : problem.errors()) {
                errors.addObject()
                        .put("pointer", error.pointer())
                        .put("code", error.code())
                        .put("detail", error.detail());
            }
        }
        json.put("request_id", requestId);
        return json;
    }

    static Response response(Problem problem, String requestId) {
        return response(problem, json(problem, requestId));
    }

    /// The answer with a body made by [#json], which may have further fields.
    public static Response response(Problem problem, ObjectNode json) {
        var headers = new HashMap<String, String>();
        headers.put("Content-Type", "application/problem+json");
        if (problem.retryAfter() != null) {
            headers.put("Retry-After", Long.toString(problem.retryAfter().toSeconds()));
        }
        if (problem.allowed() != null) {
            headers.put("Allow", problem.allowed());
        }
        if (problem.type() == ProblemType.UNAUTHENTICATED) {
            headers.put("WWW-Authenticate", "Bearer");
        }
        return new Response(problem.type().status(), headers, JSON.writeValueAsBytes(json));
    }
}
