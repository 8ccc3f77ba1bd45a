package dev.waybill.web.api;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.portal.EmbedOrigins;
import dev.waybill.feature.portal.PortalSettings;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.util.List;

/// `/v1/portal` and `/v1/apps/{id}/portal`: how the portal looks, and which pages may show it.
public final class PortalApi {

    private static final int BODY_BYTES_MAX = 16 * 1024;

    private final PortalSettings settings;
    private final AppNames apps;

    public PortalApi(PortalSettings settings, AppNames apps) {
        this.settings = settings;
        this.apps = apps;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.READ, "GET", "/v1/portal", this::look),
                access.route(Right.ADMINISTER_SHARED, "PATCH", "/v1/portal", this::changeLook),
                access.route(Right.READ, "GET", "/v1/apps/{id}/portal", this::origins),
                access.route(
                        Right.ADMINISTER_SHARED,
                        "PATCH",
                        "/v1/apps/{id}/portal",
                        this::setOrigins));
    }

    private Response look(Request request, Caller caller) {
        return Json.response(200, PortalJson.look(settings.look()));
    }

    private Response changeLook(Request request, Caller caller) {
        var json = Json.readObject(request, BODY_BYTES_MAX);
        var changed =
                settings.changeLook(
                        before -> PortalFields.look(json, before), Access.actor(caller, request));
        return Json.response(200, PortalJson.look(changed));
    }

    private Response origins(Request request, Caller caller) {
        var app = apps.named(request.part("id"), caller);
        return Json.response(200, EmbedOrigins.json(settings.origins(app)));
    }

    private Response setOrigins(Request request, Caller caller) {
        var app = apps.named(request.part("id"), caller);
        var origins = PortalFields.origins(Json.readObject(request, BODY_BYTES_MAX));
        settings.setOrigins(app, origins, Access.actor(caller, request));
        return Json.response(200, EmbedOrigins.json(origins));
    }
}
