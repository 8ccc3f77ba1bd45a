package dev.waybill.web.api;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.endpoint.Credentials;
import dev.waybill.domain.endpoint.DeliveryLimits;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointSettings;
import dev.waybill.domain.endpoint.HealthRules;
import dev.waybill.domain.endpoint.OrderRules;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.engine.deliver.sign.Secrets;
import dev.waybill.feature.endpoints.EndpointDraft;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.endpoints.Endpoints.Creation;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Creates and changes endpoints by what people write about them, through the API and on pages
/// alike.
public final class EndpointWriter {

    private final Endpoints endpoints;
    private final EndpointFields rules;
    private final Secrets generator;
    private final AppNames apps;
    private final int customerMax;
    private final InstantSource clock;

    /// Writes endpoints under these rules.
    ///
    /// @param customerMax endpoints of one app and mode, if it is the customer who makes them
    public EndpointWriter(
            Endpoints endpoints,
            EndpointFields rules,
            Secrets generator,
            AppNames apps,
            int customerMax,
            InstantSource clock) {
        this.endpoints = endpoints;
        this.rules = rules;
        this.generator = generator;
        this.apps = apps;
        this.customerMax = customerMax;
        this.clock = clock;
    }

    /// What was made or changed.
    ///
    /// @param warning what its owner should know all the same
    /// @param repeated whether the same request made it before, and was shown its secret then
    public record Written(Endpoint endpoint, @Nullable String warning, boolean repeated) {}

    /// Makes an endpoint, or finds the one that the same request made before.
    public Written create(ObjectNode json, Caller caller, @Nullable IdempotencyKey key, Actor act) {
        var fields = EndpointFields.forCreate(json);
        var url =
                rules.url(fields, caller.homeApp())
                        .orElseThrow(() -> Problem.invalid("/url", "url is required."));
        var draft = draft(fields, url.text(), caller);
        int max = caller.role() == Role.APP ? customerMax : Endpoints.PER_APP_MAX;
        return switch (Sealing.of(() -> endpoints.create(draft, max, key, act))) {
            case Creation.Created(var endpoint) -> new Written(endpoint, url.warning(), false);
            case Creation.Repeated(var endpoint) -> new Written(endpoint, url.warning(), true);
            case Creation.TooMany _ ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "There are "
                                    + max
                                    + " endpoints, which is as many as an app may have. Delete one"
                                    + " that is not needed, or ask for a higher limit.");
            case Creation.NoSuchApp _ ->
                    throw Problem.invalid("/app", "The app has just been deleted.");
            case Creation.Clash _ -> throw Idempotency.reused();
        };
    }

    /// Empty if there is no such endpoint.
    public Optional<Written> change(UUID id, ObjectNode json, Scope scope, Actor act) {
        var fields = EndpointFields.forChange(json);
        // Before the transaction: a look-up of the URL's host may take its time.
        var appId = scope.appId() == null ? Apps.DEFAULT : scope.appId();
        var url = rules.url(fields, appId).orElse(null);
        var change = changeFrom(fields, url == null ? null : url.text());
        return Sealing.of(() -> endpoints.change(id, scope, act, change))
                .map(changed -> new Written(changed, url == null ? null : url.warning(), false));
    }

    private EndpointDraft draft(Fields fields, String url, Caller caller) {
        var scheme = CredentialFields.signature(fields).orElse(SignatureScheme.STANDARD);
        return new EndpointDraft(
                apps.owner(fields.text("app", 64), caller),
                caller.requireMode(EndpointFields.mode(fields).orElse(caller.mode())),
                url,
                EndpointFields.description(fields).orElse(""),
                EndpointFields.eventTypes(fields).orElse(List.of("*")),
                rules.retryPolicy(fields).orElse(null),
                EndpointFields.timeLimit(fields).orElse(EndpointDraft.TIME_LIMIT_DEFAULT),
                EndpointFields.inFlightMax(fields).orElse(Endpoint.IN_FLIGHT_DEFAULT),
                EndpointFields.rateLimit(fields).orElse(null),
                EndpointFields.healthRules(fields).apply(HealthRules.DEFAULT),
                EndpointFields.orderRules(fields).apply(OrderRules.DEFAULT),
                EndpointFields.ownerEmail(fields).orElse(null),
                scheme,
                CredentialFields.secret(fields, scheme).orElseGet(() -> generator.next(scheme)),
                CredentialFields.merged(
                        CredentialFields.headers(fields).orElse(Map.of()), Map.of()));
    }

    /// Everything is read and checked here, before the transaction. What is not mentioned stays;
    /// null takes a setting back to its default.
    private UnaryOperator<Endpoint> changeFrom(Fields fields, @Nullable String url) {
        var description = setting(fields, "description", EndpointFields.description(fields), "");
        var eventTypes = EndpointFields.eventTypes(fields);
        var retryPolicy = rules.retryPolicy(fields).orElse(null);
        var timeLimit =
                setting(
                        fields,
                        "timeout_ms",
                        EndpointFields.timeLimit(fields),
                        EndpointDraft.TIME_LIMIT_DEFAULT);
        var inFlightMax =
                setting(
                        fields,
                        "max_in_flight",
                        EndpointFields.inFlightMax(fields),
                        Endpoint.IN_FLIGHT_DEFAULT);
        var rateLimit = EndpointFields.rateLimit(fields).orElse(null);
        var healthRules = EndpointFields.healthRules(fields);
        var orderRules = EndpointFields.orderRules(fields);
        var ownerEmail = EndpointFields.ownerEmail(fields).orElse(null);
        var credentials = credentials(fields);
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return before ->
                new Endpoint(
                        before.id(),
                        before.appId(),
                        before.mode(),
                        new EndpointSettings(
                                url == null ? before.url() : url,
                                description.orElse(before.description()),
                                eventTypes.orElse(before.eventTypes()),
                                fields.has("retry_policy") ? retryPolicy : before.retryPolicy(),
                                new DeliveryLimits(
                                        timeLimit.orElse(before.timeLimit()),
                                        inFlightMax.orElse(before.inFlightMax()),
                                        fields.has("rate_limit") ? rateLimit : before.rateLimit()),
                                healthRules.apply(before.healthRules()),
                                orderRules.apply(before.orderRules()),
                                fields.has("owner_email") ? ownerEmail : before.ownerEmail()),
                        credentials.apply(before),
                        before.standing(),
                        before.createdAt(),
                        now,
                        false);
    }

    private Function<Endpoint, Credentials> credentials(Fields fields) {
        var scheme = CredentialFields.signature(fields);
        var headers = CredentialFields.headers(fields);
        return before -> {
            var credentials = before.credentials();
            if (scheme.isPresent() && scheme.get() != credentials.secret().scheme()) {
                throw Problem.invalid(
                        "/signature",
                        "Another scheme takes another secret: change both with rotate_secret.");
            }
            return headers.map(asked -> credentials.with(sealed(asked, before)))
                    .orElse(credentials);
        };
    }

    private Credentials.Headers sealed(Map<String, String> asked, Endpoint before) {
        var secrets = endpoints.secrets();
        return secrets.seal(
                before.id(), CredentialFields.merged(asked, secrets.openHeaders(before)));
    }

    private static <T> Optional<T> setting(
            Fields fields, String name, Optional<T> given, T byDefault) {
        return fields.has(name) ? Optional.of(given.orElse(byDefault)) : Optional.empty();
    }
}
