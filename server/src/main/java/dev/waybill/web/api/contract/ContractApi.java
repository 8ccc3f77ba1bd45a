package dev.waybill.web.api.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.contract.Contract;
import dev.waybill.feature.contract.Contracts;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.Params;
import dev.waybill.web.api.endpoints.EndpointsApi;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/webhook_endpoints/{id}/contract`: the guarantees for an endpoint, as JSON or Markdown.
final class ContractApi {

    private final Endpoints endpoints;
    private final Contracts contracts;

    ContractApi(Endpoints endpoints, Contracts contracts) {
        this.endpoints = endpoints;
        this.contracts = contracts;
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
        var contract = contracts.of(endpoint);
        if (format.equals("markdown")) {
            return markdown(endpoint, contract);
        }
        if (format.equals("json")) {
            return Json.response(200, json(endpoint, contract));
        }
        throw Params.malformed("format", "format must be json or markdown.");
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
