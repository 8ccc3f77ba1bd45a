package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.engine.access.App;
import dev.waybill.feature.portal.PortalLinks;
import dev.waybill.feature.portal.PortalLinks.Minting;
import dev.waybill.feature.portal.PortalSettings;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.AppWriter;
import dev.waybill.web.api.PortalFields;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.PublicAddress;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.page.JtePortalLinkMadeGenerated;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;

/// What can be done about an app's portal on the app's page: a link made, all of them expired, the
/// pages named that may show it.
public final class AppPortalActions {

    private final AppWriter apps;
    private final PortalLinks links;
    private final PortalSettings settings;
    private final AppNames names;
    private final PublicAddress address;
    private final AppPage page;

    public AppPortalActions(
            AppWriter apps,
            PortalLinks links,
            PortalSettings settings,
            AppNames names,
            PublicAddress address,
            AppPage page) {
        this.apps = apps;
        this.links = links;
        this.settings = settings;
        this.names = names;
        this.address = address;
        this.page = page;
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.action(Right.OPERATE, "/ui/apps/{id}/portal/links", this::mint),
                pages.action(Right.OPERATE, "/ui/apps/{id}/portal/expire", this::expire),
                pages.action(
                        Right.ADMINISTER_SHARED, "/ui/apps/{id}/portal/origins", this::setOrigins));
    }

    private App find(Visit visit) {
        return apps.known(visit.request().part("id"), visit.visitor().caller());
    }

    private Response mint(Visit visit, Form form) {
        var app = find(visit);
        var json = JsonNodeFactory.instance.objectNode();
        json.put("app", app.uid());
        for (var name : List.of("expires_in_seconds", "session_seconds")) {
            if (form.text(name).matches("[0-9]{1,9}")) {
                json.put(name, Integer.parseInt(form.text(name)));
            }
        }
        var capabilities = json.putArray("capabilities");
        form.texts("capability").forEach(capabilities::add);
        var draft = PortalFields.draft(json, visit.visitor().caller(), names);
        if (!(links.mint(draft, null, visit.act()) instanceof Minting.Minted minted)) {
            throw new AssertionError("without a key nothing is a repetition");
        }
        var url = address.portal(minted.link().id(), minted.code(), visit.request());
        var layout =
                visit.layout(
                        "Portal link of " + IdKind.APP.format(app.id()),
                        Section.APPS,
                        new Layout.Crumb("Apps", Section.APPS.path()),
                        new Layout.Crumb(app.name(), AppPage.link(app).toString()));
        // On the answer to the form and on no other page, so that no address and no history has it.
        return Pages.html(
                visit,
                201,
                Html.render(out ->
                        JtePortalLinkMadeGenerated.render(
                                out, null, layout, url, app.name(), AppPage.link(app).toString())));
    }

    private Response expire(Visit visit, Form form) {
        var app = find(visit);
        links.revokeAll(app.id(), visit.scope().mode(), visit.act());
        return Pages.done(AppPage.link(app), Notice.PORTAL_EXPIRED);
    }

    private Response setOrigins(Visit visit, Form form) {
        var app = find(visit);
        var json = JsonNodeFactory.instance.objectNode();
        var origins = json.putArray("embed_origins");
        for (var line : form.text("origins").split("[\\s,]+", -1)) {
            if (!line.isEmpty()) {
                origins.add(line);
            }
        }
        try {
            settings.setOrigins(app.id(), PortalFields.origins(json), visit.act());
            return Pages.done(AppPage.link(app), Notice.PORTAL_SAVED);
        } catch (Problem problem) {
            if (problem.type() != ProblemType.INVALID) {
                throw problem;
            }
            var entered =
                    FormState.of(form, "origins")
                            .refused(problem, Map.of("embed_origins", "origins"));
            return page.page(visit, app, problem.type().status(), entered);
        }
    }
}
