package dev.waybill.web.api;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.endpoint.HealthRules;
import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.OrderRules;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.domain.event.EventType;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.egress.Target;
import dev.waybill.feature.endpoints.EndpointDraft;
import dev.waybill.web.http.Problem;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Checks what people write about endpoints, field by field.
public final class EndpointFields {

    private static final int EVENT_TYPES_MAX = 100;
    private static final int URL_LENGTH_MAX = 2_048;
    private static final int DESCRIPTION_LENGTH_MAX = 1_000;

    /// A name server may be slow; whoever creates an endpoint should not wait for it.
    private static final Duration LOOK_UP_MAX = Duration.ofSeconds(2);

    private final EgressGuard guard;
    private final PolicyChoices policies;

    public EndpointFields(EgressGuard guard, PolicyChoices policies) {
        this.guard = guard;
        this.policies = policies;
    }

    static Fields forCreate(ObjectNode json) {
        return new Fields(
                json,
                "url",
                "secret",
                "signature",
                "headers",
                "app",
                "mode",
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
                "owner_email");
    }

    static Fields forChange(ObjectNode json) {
        return new Fields(
                json,
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
                "owner_email");
    }

    /// A URL that may be called.
    ///
    /// @param warning what its owner should know all the same
    record Url(String text, @Nullable String warning) {}

    Optional<Url> url(Fields fields, UUID appId) {
        var url = fields.text("url", URL_LENGTH_MAX);
        if (url.isEmpty()) {
            if (fields.has("url")) {
                throw Problem.invalid("/url", "url must be a string.");
            }
            return Optional.empty();
        }
        try {
            return Optional.of(new Url(url.get(), warning(Target.parse(url.get()), appId)));
        } catch (Target.Unusable e) {
            throw Problem.invalid("/url", "url is refused: " + e.getMessage() + ".");
        }
    }

    private @Nullable String warning(Target target, UUID appId) throws Target.Unusable {
        guard.check(target);
        try {
            if (!guard.allowsHost(target, appId, LOOK_UP_MAX)) {
                throw Problem.invalid(
                        "/url",
                        "url is refused: its address is private, local or reserved, and Waybill"
                                + " does not call into the network it stands in.");
            }
            return null;
        } catch (UnknownHostException e) {
            // Names may be published after the endpoint; every attempt looks again.
            return "The host " + target.host() + " has no address yet, or none was found in time.";
        }
    }

    static Optional<List<String>> eventTypes(Fields fields) {
        var patterns = fields.texts("event_types", EVENT_TYPES_MAX);
        if (fields.has("event_types") && patterns.map(List::isEmpty).orElse(true)) {
            throw Problem.invalid(
                    "/event_types", "event_types must name at least one type; * takes them all.");
        }
        patterns.ifPresent(all -> {
            for (int i = 0; i < all.size(); i++) {
                if (!EventType.isPattern(all.get(i))) {
                    throw Problem.invalid(
                            "/event_types/" + i,
                            "An event type is letters, digits and _ in segments joined by"
                                    + " dots; the last segment may be *.");
                }
            }
        });
        return patterns;
    }

    static Optional<String> description(Fields fields) {
        return fields.text("description", DESCRIPTION_LENGTH_MAX);
    }

    Optional<String> retryPolicy(Fields fields) {
        return policies.of(fields);
    }

    static Optional<Duration> timeLimit(Fields fields) {
        return fields.integer(
                        "timeout_ms",
                        (int) EndpointDraft.TIME_LIMIT_MIN.toMillis(),
                        (int) EndpointDraft.TIME_LIMIT_MAX.toMillis())
                .map(Duration::ofMillis);
    }

    static Optional<Integer> inFlightMax(Fields fields) {
        return fields.integer("max_in_flight", 1, EndpointDraft.IN_FLIGHT_MAX);
    }

    static Optional<Double> rateLimit(Fields fields) {
        return fields.number(
                "rate_limit", EndpointDraft.RATE_LIMIT_MIN, EndpointDraft.RATE_LIMIT_MAX);
    }

    /// What is not mentioned stays as it was before; null means never.
    static UnaryOperator<HealthRules> healthRules(Fields fields) {
        var failures =
                fields.integer(
                        "disable_after_failures", 1, EndpointDraft.DISABLE_AFTER_FAILURES_MAX);
        var pauseAfter =
                fields.integer("pause_after_seconds", 1, EndpointDraft.PAUSE_AFTER_SECONDS_MAX)
                        .map(Duration::ofSeconds);
        return before ->
                new HealthRules(
                        fields.has("disable_after_failures")
                                ? failures.orElse(null)
                                : before.disableAfterFailures(),
                        fields.has("pause_after_seconds")
                                ? pauseAfter.orElse(null)
                                : before.pauseAfter());
    }

    /// What is not mentioned stays as it was before; null means the default.
    static UnaryOperator<OrderRules> orderRules(Fields fields) {
        var ordering =
                fields.text("ordering", 16)
                        .map(word ->
                                Ordering.of(word)
                                        .orElseThrow(() ->
                                                Problem.invalid(
                                                        "/ordering",
                                                        "ordering must be none, key or strict.")))
                        .orElse(OrderRules.DEFAULT.ordering());
        var onExhausted =
                fields.text("on_exhausted", 16)
                        .map(word ->
                                OnExhausted.of(word)
                                        .orElseThrow(() ->
                                                Problem.invalid(
                                                        "/on_exhausted",
                                                        "on_exhausted must be continue or hold.")))
                        .orElse(OrderRules.DEFAULT.onExhausted());
        return before ->
                new OrderRules(
                        fields.has("ordering") ? ordering : before.ordering(),
                        fields.has("on_exhausted") ? onExhausted : before.onExhausted());
    }

    static Optional<String> ownerEmail(Fields fields) {
        var email = fields.text("owner_email", 254);
        if (email.isPresent() && !email.get().matches("[^@\\s]+@[^@\\s]+")) {
            throw Problem.invalid("/owner_email", "owner_email must be an e-mail address.");
        }
        return email;
    }

    static Optional<Mode> mode(Fields fields) {
        return fields.text("mode", 16)
                .map(word ->
                        Mode.of(word)
                                .orElseThrow(() ->
                                        Problem.invalid("/mode", "mode must be live or test.")));
    }
}
