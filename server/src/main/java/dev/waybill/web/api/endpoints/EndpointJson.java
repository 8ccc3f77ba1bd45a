package dev.waybill.web.api.endpoints;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.engine.catalog.PolicyJson;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.endpoints.CreateEndpoint;
import dev.waybill.feature.endpoints.EndpointHeaders;
import dev.waybill.feature.endpoints.EndpointRules;
import dev.waybill.feature.endpoints.EndpointUpdate;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.JsonInput;
import dev.waybill.web.api.retrypolicies.PolicyInput;
import dev.waybill.web.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Endpoints as JSON: how commands about them are read, and how they are shown.
public final class EndpointJson {

    private static final String[] SETTINGS = {
        "url",
        "signature",
        "headers",
        "description",
        "event_types",
        "retry_policy",
        "timeout_ms",
        "max_in_flight",
        "rate_limit",
        "disable_after_failures",
        "pause_after_seconds",
        "ordering",
        "on_exhausted",
        "owner_email",
        "format"
    };

    private static final String[] FOR_CREATE =
            Stream.concat(Stream.of("app", "mode", "secret"), Stream.of(SETTINGS))
                    .toArray(String[]::new);

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
    public static ObjectNode of(Endpoint endpoint, String app, Instant now, Audience audience) {
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
        json.put("format", endpoint.format().code());
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

    static CreateEndpoint create(
            ObjectNode json, Caller caller, @Nullable IdempotencyKey key, Violations violations) {
        var input = new JsonInput(json, violations, FOR_CREATE);
        var mode = input.choice("mode", EndpointRules.MODE).value().orElse(caller.mode());
        return new CreateEndpoint(
                caller,
                Access.requireMode(caller, mode),
                input.text("app").orNull(),
                input.text("secret").orNull(),
                settings(input),
                key);
    }

    static EndpointUpdate change(ObjectNode json, Violations violations) {
        return settings(new JsonInput(json, violations, SETTINGS));
    }

    private static EndpointUpdate settings(JsonInput input) {
        return new EndpointUpdate(
                input.text("url"),
                input.text("description"),
                input.texts("event_types"),
                PolicyInput.choice(input),
                EndpointUpdate.Limits.read(input),
                EndpointUpdate.Health.read(input),
                EndpointUpdate.Order.read(input),
                input.text("owner_email"),
                input.choice("format", EndpointRules.FORMAT),
                input.choice("signature", EndpointRules.SIGNATURE),
                headers(input));
    }

    private static Update<Map<String, String>> headers(JsonInput input) {
        return input.object("headers", "{} must be an object of names and values.")
                .map(json -> headers(json, input.violations()));
    }

    private static Map<String, String> headers(ObjectNode json, Violations violations) {
        var headers = new LinkedHashMap<String, String>();
        for (var header : json.properties()) {
            if (header.getValue().isString()) {
                headers.put(header.getKey(), header.getValue().stringValue());
            } else {
                violations.add(
                        Violation.in(
                                "headers",
                                header.getKey(),
                                Violation.Code.TYPE,
                                "A header's value must be a string."));
            }
        }
        return headers;
    }
}
