package dev.waybill.web.api.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.portal.PortalLink;
import dev.waybill.feature.portal.PortalLinkService;
import dev.waybill.feature.portal.PortalLinkService.Created;
import dev.waybill.feature.portal.PortalLinks;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.Cursor;
import dev.waybill.web.api.Idempotency;
import dev.waybill.web.api.JsonInput;
import dev.waybill.web.api.PagedList;
import dev.waybill.web.api.Pages;
import dev.waybill.web.api.Params;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.PublicAddress;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import dev.waybill.web.text.CaptureText;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/portal_links`: links by which customers sign in to the portal.
final class PortalLinksApi {

    private static final int BODY_BYTES_MAX = 16 * 1024;
    private static final int APP_LENGTH_MAX = 64;
    private static final Cursor<UUID> CURSOR = Cursor.ofIds(PagedList.PORTAL_LINKS);

    private final PortalLinks links;
    private final PortalLinkService service;
    private final PublicAddress address;
    private final AppNames apps;
    private final InstantSource clock;

    PortalLinksApi(
            PortalLinks links,
            PortalLinkService service,
            PublicAddress address,
            AppNames apps,
            InstantSource clock) {
        this.links = links;
        this.service = service;
        this.address = address;
        this.apps = apps;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.OPERATE, "POST", "/v1/portal_links", this::create)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.READ, "GET", "/v1/portal_links", this::list),
                access.route(Right.OPERATE, "POST", "/v1/portal_links/expire", this::expire)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.READ, "GET", "/v1/portal_links/{id}", this::get),
                access.route(Right.OPERATE, "DELETE", "/v1/portal_links/{id}", this::revoke));
    }

    private Response create(Request request, Caller caller) {
        var json = Json.readOptionalObject(request);
        var key = Idempotency.key(request, json).orElse(null);
        var violations = new Violations();
        var command = PortalInput.link(json, caller, key, violations);
        return switch (service.create(command, violations, Access.actor(caller, request))) {
            case Created.Done(var link, var code) ->
                    Json.response(
                            201, json(link).put("url", address.portal(link.id(), code, request)));
            // The code cannot be shown again: only a hash of it is stored.
            case Created.Repeated(var link) -> Json.response(201, json(link).putNull("url"));
            case Created.Invalid(var all) -> throw Problem.invalid(all);
            case Created.KeyReused _ -> throw CaptureText.keyReused();
        };
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "app", "limit", "cursor");
        int limit = params.limit();
        var before = params.cursor(CURSOR).orElse(DeliveryList.AFTER_ALL);
        var page = links.page(apps.scope(params, caller), before, limit);
        var last = page.size() < limit ? null : page.getLast().id();
        return Json.response(200, Pages.of(page.stream().map(this::json).toList(), CURSOR, last));
    }

    private Response expire(Request request, Caller caller) {
        var input = new JsonInput(Json.readOptionalObject(request), "app");
        var name = input.text("app");
        input.violations().checkText("app", name.orNull(), APP_LENGTH_MAX);
        input.requireValid();
        var app = apps.owner(name.value(), caller);
        int expired = links.revokeAll(app, caller.mode(), Access.actor(caller, request));
        return Json.response(200, Json.object().put("expired", expired));
    }

    private Response get(Request request, Caller caller) {
        return Json.response(200, json(known(request, caller)));
    }

    private Response revoke(Request request, Caller caller) {
        links.revoke(known(request, caller).id(), Access.actor(caller, request));
        return Response.noContent();
    }

    private PortalLink known(Request request, Caller caller) {
        return IdKind.PORTAL_LINK
                .parse(request.part("id"))
                .flatMap(id -> links.find(id, caller.scope()))
                .orElseThrow(() ->
                        Problem.of(
                                ProblemType.NOT_FOUND,
                                "There is no portal link "
                                        + request.part("id")
                                        + "; its id begins with "
                                        + IdKind.PORTAL_LINK.prefix()
                                        + "."));
    }

    private ObjectNode json(PortalLink link) {
        return PortalJson.link(link, apps, clock.instant());
    }
}
