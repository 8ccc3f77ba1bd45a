package dev.waybill.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.catalogue.CataloguedType;
import dev.waybill.catalogue.EventTypes;
import dev.waybill.contract.Clauses;
import dev.waybill.contract.Contract;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.EventType;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.RetryPolicies;
import dev.waybill.domain.Right;
import dev.waybill.endpoint.Endpoints;
import dev.waybill.endpoint.Routes;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/webhook_endpoints/{id}/contract`: what an endpoint can rely on, for machines and people.
public final class ContractApi {

    private final Endpoints endpoints;
    private final EventTypes types;
    private final Routes routes;
    private final Duration replayable;
    private final InstantSource clock;

    public ContractApi(
            Endpoints endpoints,
            EventTypes types,
            Routes routes,
            Duration replayable,
            InstantSource clock) {
        this.endpoints = endpoints;
        this.types = types;
        this.routes = routes;
        this.replayable = replayable;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(
                        Right.READ, "GET", "/v1/webhook_endpoints/{id}/contract", this::contract));
    }

    private Response contract(Request request, Caller caller) throws SQLException {
        var endpoint =
                endpoints
                        .find(EndpointsApi.idOf(request), caller.scope())
                        .orElseThrow(() -> EndpointsApi.notFound(request));
        var format = new Params(request, "format").text("format").orElse("json");
        var contract = contractOf(endpoint);
        if (format.equals("markdown")) {
            return markdown(endpoint, contract);
        }
        if (format.equals("json")) {
            return Json.response(200, json(endpoint, contract));
        }
        throw Params.malformed("format", "format must be json or markdown.");
    }

    private Contract contractOf(Endpoint endpoint) throws SQLException {
        // As capture would choose now, for an event that carries no expiry of its own.
        var own = routes.refresh().catalogue().policy(endpoint.retryPolicy());
        var policy = RetryPolicies.choose(clock.instant(), null, own, null, endpoint.mode());
        return new Clauses(endpoint, policy, typesOf(endpoint), replayable).contract();
    }

    private List<CataloguedType> typesOf(Endpoint endpoint) {
        return types.page("", EventTypes.COUNT_MAX, false).stream()
                .filter(type ->
                        endpoint.eventTypes().stream()
                                .anyMatch(pattern -> EventType.matches(pattern, type.name())))
                .toList();
    }

    private static ObjectNode json(Endpoint endpoint, Contract contract) {
        var json = Json.object();
        json.put("object", "contract");
        json.put("endpoint_id", IdKind.ENDPOINT.format(endpoint.id()));
        json.put("version", contract.version());
        Json.put(json, "updated_at", endpoint.updatedAt());
        var sections = json.putArray("sections");
        for (var section : contract.sections()) {
            var node = sections.addObject();
            node.put("name", section.name());
            node.put("title", section.title());
            var sentences = node.putArray("sentences");
            section.sentences().forEach(sentences::add);
        }
        return json;
    }

    private static Response markdown(Endpoint endpoint, Contract contract) {
        var text =
                "# What "
                        + IdKind.ENDPOINT.format(endpoint.id())
                        + " can rely on\n\nVersion "
                        + contract.version()
                        + ".\n\n"
                        + contract.markdown();
        return new Response(
                200, Map.of("Content-Type", "text/markdown; charset=utf-8"), text.getBytes(UTF_8));
    }
}
