package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.catalog.PolicyJson;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.endpoints.EndpointHeaders;
import dev.waybill.web.json.Json;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// An endpoint as the API shows it.
final class EndpointJson {

    private EndpointJson() {}

    /// The endpoint as it is read.
    ///
    /// @param app its uid
    /// @param failures how many deliveries in a row have become dead letters
    static ObjectNode of(
            Endpoint endpoint, String app, int failures, Instant now, Audience audience) {
        return of(endpoint, app, now, audience).put("consecutive_failures", failures);
    }

    /// The endpoint as it was set, and its state.
    static ObjectNode of(Endpoint endpoint, String app, Instant now, Audience audience) {
        var json = Json.object();
        json.put("id", IdKind.ENDPOINT.format(endpoint.id()));
        json.put("object", "webhook_endpoint");
        json.put("app", app);
        json.put("mode", endpoint.mode().code());
        json.put("url", endpoint.url());
        json.put("description", endpoint.description());
        var types = json.putArray("event_types");
        endpoint.eventTypes().forEach(types::add);
        json.put("state", endpoint.state().code());
        json.put("state_reason", audience.seenStateReason(endpoint.standing().reason()));
        json.set("retry_policy", PolicyJson.choice(endpoint.retryPolicy()));
        json.put("timeout_ms", endpoint.timeLimit().toMillis());
        json.put("max_in_flight", endpoint.inFlightMax());
        json.put("rate_limit", endpoint.rateLimit());
        json.put("disable_after_failures", endpoint.healthRules().disableAfterFailures());
        var pauseAfter = endpoint.healthRules().pauseAfter();
        json.put("pause_after_seconds", pauseAfter == null ? null : pauseAfter.toSeconds());
        json.put("ordering", endpoint.orderRules().ordering().code());
        json.put("on_exhausted", endpoint.orderRules().onExhausted().code());
        json.put("owner_email", endpoint.ownerEmail());
        var credentials = endpoint.credentials();
        json.put("signature", credentials.secret().scheme().code());
        if (credentials.secret().publicKey() != null) {
            json.put("public_key", credentials.secret().publicKey());
        }
        Json.put(json, "previous_secret_until", credentials.previousUntil(now));
        var headers = json.putObject("headers");
        credentials.headers().names().forEach(name -> headers.put(name, EndpointHeaders.HIDDEN));
        Json.put(json, "created_at", endpoint.createdAt());
        Json.put(json, "updated_at", endpoint.updatedAt());
        return json;
    }
}
