package dev.waybill.web.api.retrypolicies;

import dev.waybill.domain.delivery.PolicyPreview;
import dev.waybill.engine.catalog.PolicyJson;
import dev.waybill.web.json.Json;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// When a policy's attempts fall, as the API shows it.
final class PreviewJson {

    private PreviewJson() {}

    static ObjectNode of(String name, PolicyPreview preview, Instant now) {
        var json = Json.object();
        json.put("object", "retry_policy_preview");
        json.put("retry_policy", name);
        Json.put(json, "created_at", now);
        json.put("max_attempts", preview.policy().attemptsMax());
        json.set("window_seconds", PolicyJson.seconds(preview.policy().window()));
        Json.put(json, "give_up_at", preview.giveUpAt());
        Json.put(json, "expires_at", preview.expiresAt());
        var attempts = json.putArray("attempts");
        for (var attempt : preview.attempts()) {
            attempts.add(attempt(attempt, now));
        }
        var last = preview.attempts().getLast();
        var total = json.putObject("total_seconds");
        total.set("shortest", since(now, last.earliest()));
        total.set("longest", since(now, last.latest()));
        var ends = json.putArray("ends");
        preview.ends().forEach(reason -> ends.add(reason.state().code() + "/" + reason.code()));
        return json;
    }

    private static ObjectNode attempt(PolicyPreview.Attempt attempt, Instant now) {
        var json = Json.object();
        json.put("attempt", attempt.number());
        Json.put(json, "earliest_at", attempt.earliest());
        Json.put(json, "latest_at", attempt.latest());
        json.set("earliest_seconds", since(now, attempt.earliest()));
        json.set("latest_seconds", since(now, attempt.latest()));
        json.put("certain", attempt.certain());
        json.put("pulled_in", attempt.pulledIn());
        json.set("time_limit_seconds", PolicyJson.seconds(attempt.timeLimit()));
        return json;
    }

    private static JsonNode since(Instant now, Instant at) {
        return PolicyJson.seconds(Duration.between(now, at));
    }
}
