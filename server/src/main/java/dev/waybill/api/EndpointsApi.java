package dev.waybill.api;

import dev.waybill.deliver.Secrets;
import dev.waybill.domain.Credentials;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.HealthRules;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.OrderRules;
import dev.waybill.domain.Right;
import dev.waybill.domain.SignatureScheme;
import dev.waybill.endpoint.EndpointDraft;
import dev.waybill.endpoint.Endpoints;
import dev.waybill.endpoint.Endpoints.Creation;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.query.DeliveryList;
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

/// `/v1/webhook_endpoints`.
public final class EndpointsApi {

    private static final int BODY_BYTES_MAX = 64 * 1024;
    private static final char LIST = 'w';

    private final Endpoints endpoints;
    private final EndpointFields rules;
    private final Secrets generator;
    private final AppNames apps;
    private final InstantSource clock;

    public EndpointsApi(
            Endpoints endpoints,
            EndpointFields rules,
            Secrets generator,
            AppNames apps,
            InstantSource clock) {
        this.endpoints = endpoints;
        this.rules = rules;
        this.generator = generator;
        this.apps = apps;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.CHANGE, "POST", "/v1/webhook_endpoints", this::create),
                access.route(Right.READ, "GET", "/v1/webhook_endpoints", this::list),
                access.route(Right.READ, "GET", "/v1/webhook_endpoints/{id}", this::get),
                access.route(Right.CHANGE, "PATCH", "/v1/webhook_endpoints/{id}", this::change),
                access.route(Right.CHANGE, "DELETE", "/v1/webhook_endpoints/{id}", this::delete));
    }

    private Response create(Request request, Caller caller) {
        var json = Json.readObject(request, BODY_BYTES_MAX);
        var key = Idempotency.key(request, json).orElse(null);
        var fields = EndpointFields.forCreate(json);
        var url = rules.url(fields).orElseThrow(() -> Problem.invalid("/url", "url is required."));
        var draft = draft(fields, url.text(), caller);
        return switch (Sealing.of(() -> endpoints.create(draft, key, caller.act(request)))) {
            case Creation.Created(var endpoint) -> created(endpoint, url.warning());
            case Creation.Repeated(var endpoint) -> created(endpoint, url.warning());
            case Creation.NoSuchApp _ ->
                    throw Problem.invalid("/app", "The app has just been deleted.");
            case Creation.Clash _ -> throw Idempotency.reused();
        };
    }

    private Response created(Endpoint endpoint, @Nullable String warning) {
        var json =
                EndpointJson.of(endpoint, uid(endpoint), 0, clock.instant())
                        .put("secret", endpoints.secrets().open(endpoint));
        return Json.response(201, withWarning(json, warning));
    }

    private static ObjectNode withWarning(ObjectNode json, @Nullable String warning) {
        if (warning != null) {
            json.putArray("warnings").add(warning);
        }
        return json;
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
                EndpointFields.inFlightMax(fields).orElse(EndpointDraft.IN_FLIGHT_DEFAULT),
                EndpointFields.rateLimit(fields).orElse(null),
                EndpointFields.healthRules(fields).apply(HealthRules.DEFAULT),
                EndpointFields.orderRules(fields).apply(OrderRules.DEFAULT),
                EndpointFields.ownerEmail(fields).orElse(null),
                scheme,
                CredentialFields.secret(fields, scheme).orElseGet(() -> generator.next(scheme)),
                CredentialFields.merged(
                        CredentialFields.headers(fields).orElse(Map.of()), Map.of()));
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "app", "limit", "cursor");
        var scope = apps.scope(params, caller);
        int limit = params.limit();
        var before = params.cursor(LIST).orElse(DeliveryList.AFTER_ALL);
        var page = endpoints.page(scope, before, limit);
        var last = page.size() < limit ? null : page.getLast().id();
        return Json.response(200, Pages.of(json(page), LIST, last));
    }

    private List<ObjectNode> json(List<Endpoint> page) {
        var failures = endpoints.failures(page.stream().map(Endpoint::id).toList());
        return page.stream()
                .map(endpoint ->
                        EndpointJson.of(
                                endpoint,
                                uid(endpoint),
                                failures.getOrDefault(endpoint.id(), 0),
                                clock.instant()))
                .toList();
    }

    private Response get(Request request, Caller caller) {
        var endpoint =
                endpoints.find(idOf(request), caller.scope()).orElseThrow(() -> notFound(request));
        return Json.response(200, json(List.of(endpoint)).getFirst());
    }

    private Response change(Request request, Caller caller) {
        var id = idOf(request);
        var fields = EndpointFields.forChange(Json.readObject(request, BODY_BYTES_MAX));
        // Before the transaction: a look-up of the URL's host may take its time.
        var url = rules.url(fields).orElse(null);
        var change = changeFrom(fields, url == null ? null : url.text());
        var act = caller.act(request);
        var changed = Sealing.of(() -> endpoints.change(id, caller.scope(), act, change));
        var json = json(List.of(changed.orElseThrow(() -> notFound(request)))).getFirst();
        return Json.response(200, withWarning(json, url == null ? null : url.warning()));
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
                        EndpointDraft.IN_FLIGHT_DEFAULT);
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
                        url == null ? before.url() : url,
                        description.orElse(before.description()),
                        eventTypes.orElse(before.eventTypes()),
                        fields.has("retry_policy") ? retryPolicy : before.retryPolicy(),
                        timeLimit.orElse(before.timeLimit()),
                        inFlightMax.orElse(before.inFlightMax()),
                        fields.has("rate_limit") ? rateLimit : before.rateLimit(),
                        healthRules.apply(before.healthRules()),
                        orderRules.apply(before.orderRules()),
                        fields.has("owner_email") ? ownerEmail : before.ownerEmail(),
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

    private Response delete(Request request, Caller caller) {
        if (!endpoints.delete(idOf(request), caller.scope(), caller.act(request))) {
            throw notFound(request);
        }
        return Response.noContent();
    }

    private String uid(Endpoint endpoint) {
        return apps.uid(endpoint.appId());
    }

    static UUID idOf(Request request) {
        return IdKind.ENDPOINT.parse(request.part("id")).orElseThrow(() -> notFound(request));
    }

    static Problem notFound(Request request) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                "There is no endpoint "
                        + request.part("id")
                        + "; an endpoint's id begins with "
                        + IdKind.ENDPOINT.prefix()
                        + ".");
    }
}
