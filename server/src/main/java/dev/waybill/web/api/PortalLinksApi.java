package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.portal.PortalLink;
import dev.waybill.feature.portal.PortalLinks;
import dev.waybill.feature.portal.PortalLinks.Minting;
import dev.waybill.web.access.Access;
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
import tools.jackson.databind.node.ObjectNode;

/// `/v1/portal_links`: what a platform gives its customers to come in by.
public final class PortalLinksApi {

    private static final int BODY_BYTES_MAX = 16 * 1024;
    private static final char LIST = 'l';

    private final PortalLinks links;
    private final PublicAddress address;
    private final AppNames apps;
    private final InstantSource clock;

    public PortalLinksApi(
            PortalLinks links, PublicAddress address, AppNames apps, InstantSource clock) {
        this.links = links;
        this.address = address;
        this.apps = apps;
        this.clock = clock;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.OPERATE, "POST", "/v1/portal_links", this::mint),
                access.route(Right.READ, "GET", "/v1/portal_links", this::list),
                access.route(Right.OPERATE, "POST", "/v1/portal_links/expire", this::expire),
                access.route(Right.READ, "GET", "/v1/portal_links/{id}", this::get),
                access.route(Right.OPERATE, "DELETE", "/v1/portal_links/{id}", this::revoke));
    }

    private Response mint(Request request, Caller caller) {
        var json = Json.readOptionalObject(request, BODY_BYTES_MAX);
        var draft = PortalFields.draft(json, caller, apps);
        var key = Idempotency.key(request, json).orElse(null);
        return switch (links.mint(draft, key, Access.actor(caller, request))) {
            case Minting.Minted minted ->
                    Json.response(
                            201,
                            json(minted.link())
                                    .put(
                                            "url",
                                            address.portal(
                                                    minted.link().id(), minted.code(), request)));
            // Nobody can show its code again: it is kept as a hash only.
            case Minting.Repeated(var link) -> Json.response(201, json(link).putNull("url"));
            case Minting.Clash _ -> throw CaptureText.keyReused();
        };
    }

    private Response list(Request request, Caller caller) {
        var params = new Params(request, "app", "limit", "cursor");
        int limit = params.limit();
        var before = params.cursor(LIST).orElse(DeliveryList.AFTER_ALL);
        var page = links.page(apps.scope(params, caller), before, limit);
        var last = page.size() < limit ? null : page.getLast().id();
        return Json.response(200, Pages.of(page.stream().map(this::json).toList(), LIST, last));
    }

    private Response expire(Request request, Caller caller) {
        var fields = new Fields(Json.readOptionalObject(request, BODY_BYTES_MAX), "app");
        var app = apps.owner(fields.text("app", 64), caller);
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
