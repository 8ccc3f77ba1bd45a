package dev.waybill.web.dashboard.apps;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.access.App;
import dev.waybill.feature.apps.AppService;
import dev.waybill.feature.portal.CreatePortalLink;
import dev.waybill.feature.portal.PortalLinkService;
import dev.waybill.feature.portal.PortalLinkService.Created;
import dev.waybill.feature.portal.PortalLinks;
import dev.waybill.feature.portal.PortalRules;
import dev.waybill.feature.portal.PortalSettings;
import dev.waybill.feature.portal.PortalSettings.OriginsSet;
import dev.waybill.feature.portal.SetEmbedOrigins;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.PublicAddress;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormInput;
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
import java.util.regex.Pattern;

/// The actions about an app's portal on the app's page: create a link, expire all links, and set
/// the pages that may show the portal.
final class AppPortalActions {

    private static final String ORIGINS = "embed_origins";
    private static final Pattern BETWEEN_ORIGINS = Pattern.compile("[\\s,]+");

    private final AppFinder finder;
    private final PortalLinkService service;
    private final PortalLinks links;
    private final PortalSettings settings;
    private final PublicAddress address;
    private final AppPage page;

    AppPortalActions(
            AppService apps,
            PortalLinkService service,
            PortalLinks links,
            PortalSettings settings,
            PublicAddress address,
            AppPage page) {
        this.finder = new AppFinder(apps);
        this.service = service;
        this.links = links;
        this.settings = settings;
        this.address = address;
        this.page = page;
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.action(Right.OPERATE, "/ui/apps/{id}/portal/links", this::create),
                pages.action(Right.OPERATE, "/ui/apps/{id}/portal/expire", this::expire),
                pages.action(
                        Right.ADMINISTER_SHARED, "/ui/apps/{id}/portal/origins", this::setOrigins));
    }

    private Response create(Visit visit, Form form) {
        var app = finder.of(visit);
        var input = new FormInput(form, new Violations());
        var command = command(visit, app, input);
        return switch (service.create(command, input.violations(), visit.actor())) {
            case Created.Done(var link, var code) ->
                    created(visit, app, address.portal(link.id(), code, visit.request()));
            // The form offers only valid values.
            case Created.Invalid(var all) -> throw Problem.invalid(all);
            case Created.Repeated _, Created.KeyReused _ ->
                    throw new AssertionError("a form without a key is not a repetition");
        };
    }

    private static CreatePortalLink command(Visit visit, App app, FormInput input) {
        var capabilities = input.form().texts("capability");
        return new CreatePortalLink(
                visit.visitor().caller(),
                app.uid(),
                PortalRules.capabilities(capabilities, input.violations()),
                null,
                input.whole("expires_in_seconds", PortalRules.EXPIRES_IN_SECONDS).orNull(),
                input.whole("session_seconds", PortalRules.SESSION_SECONDS).orNull(),
                null);
    }

    private static Response created(Visit visit, App app, String url) {
        var layout =
                visit.layout(
                        "Portal link of " + IdKind.APP.format(app.id()),
                        Section.APPS,
                        new Layout.Crumb("Apps", Section.APPS.path()),
                        new Layout.Crumb(app.name(), AppPage.link(app).toString()));
        // Shown only in the answer to the form, so that no address and no browser history
        // contains it.
        return Pages.html(
                visit,
                201,
                Html.render(out ->
                        JtePortalLinkMadeGenerated.render(
                                out, null, layout, url, app.name(), AppPage.link(app).toString())));
    }

    private Response expire(Visit visit, Form form) {
        var app = finder.of(visit);
        links.revokeAll(app.id(), visit.scope().mode(), visit.actor());
        return Pages.done(AppPage.link(app), Notice.PORTAL_EXPIRED);
    }

    private Response setOrigins(Visit visit, Form form) {
        var app = finder.of(visit);
        var origins =
                BETWEEN_ORIGINS
                        .splitAsStream(form.text(ORIGINS))
                        .filter(origin -> !origin.isEmpty())
                        .toList();
        var command = new SetEmbedOrigins(app.id(), origins);
        return switch (settings.setOrigins(command, new Violations(), visit.actor())) {
            case OriginsSet.Done _ -> Pages.done(AppPage.link(app), Notice.PORTAL_SAVED);
            case OriginsSet.Invalid(var all) ->
                    page.page(
                            visit,
                            app,
                            422,
                            FormState.of(form, ORIGINS)
                                    .refused(all, Map.of(ORIGINS, "The entries")));
        };
    }
}
