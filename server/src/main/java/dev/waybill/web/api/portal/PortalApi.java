package dev.waybill.web.api.portal;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.portal.EmbedOrigins;
import dev.waybill.feature.portal.PortalSettings;
import dev.waybill.feature.portal.PortalSettings.LookChanged;
import dev.waybill.feature.portal.PortalSettings.OriginsSet;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.util.List;

/// `/v1/portal` and `/v1/apps/{id}/portal`: the look of the portal, and the pages that may show it
/// in a frame.
final class PortalApi {

    private static final int BODY_BYTES_MAX = 16 * 1024;

    private final PortalSettings settings;
    private final AppNames apps;

    PortalApi(PortalSettings settings, AppNames apps) {
        this.settings = settings;
        this.apps = apps;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.READ, "GET", "/v1/portal", this::look),
                access.route(Right.ADMINISTER_SHARED, "PATCH", "/v1/portal", this::changeLook)
                        .taking(BODY_BYTES_MAX),
                access.route(Right.READ, "GET", "/v1/apps/{id}/portal", this::origins),
                access.route(
                                Right.ADMINISTER_SHARED,
                                "PATCH",
                                "/v1/apps/{id}/portal",
                                this::setOrigins)
                        .taking(BODY_BYTES_MAX));
    }

    private Response look(Request request, Caller caller) {
        return Json.response(200, PortalJson.look(settings.look()));
    }

    private Response changeLook(Request request, Caller caller) {
        var json = Json.readObject(request);
        var violations = new Violations();
        var command = PortalInput.look(json, violations);
        return switch (settings.changeLook(command, violations, Access.actor(caller, request))) {
            case LookChanged.Done(var look) -> Json.response(200, PortalJson.look(look));
            case LookChanged.Invalid(var all) -> throw Problem.invalid(all);
        };
    }

    private Response origins(Request request, Caller caller) {
        var app = apps.named(request.part("id"), caller);
        return Json.response(200, EmbedOrigins.json(settings.origins(app)));
    }

    private Response setOrigins(Request request, Caller caller) {
        var app = apps.named(request.part("id"), caller);
        var violations = new Violations();
        var json = Json.readObject(request);
        var command = PortalInput.origins(app, json, violations);
        return switch (settings.setOrigins(command, violations, Access.actor(caller, request))) {
            case OriginsSet.Done(var origins) -> Json.response(200, EmbedOrigins.json(origins));
            case OriginsSet.Invalid(var all) -> throw Problem.invalid(all);
        };
    }
}
