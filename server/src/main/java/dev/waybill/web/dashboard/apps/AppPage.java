package dev.waybill.web.dashboard.apps;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Scope;
import dev.waybill.engine.access.ApiKey;
import dev.waybill.engine.access.App;
import dev.waybill.feature.apps.AppRegister.Deletion;
import dev.waybill.feature.apps.AppService;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.keys.KeyService;
import dev.waybill.feature.portal.PortalLink;
import dev.waybill.feature.portal.PortalLinks;
import dev.waybill.feature.portal.PortalSettings;
import dev.waybill.web.dashboard.Subscribers;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.page.JteAppGenerated;
import dev.waybill.web.text.AppText;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/ui/apps/{id}`: the figures, endpoints, portal and keys of one app.
public final class AppPage {

    private static final int ENDPOINTS_MAX = 50;
    private static final int KEYS_MAX = 50;
    private static final int LINKS_MAX = 10;

    private final AppService apps;
    private final AppFinder finder;
    private final Endpoints endpoints;
    private final Subscribers subscribers;
    private final AppFigures figures;
    private final KeyService keys;
    private final PortalLinks links;
    private final PortalSettings portal;

    public AppPage(
            AppService apps,
            Endpoints endpoints,
            Subscribers subscribers,
            AppFigures figures,
            KeyService keys,
            PortalLinks links,
            PortalSettings portal) {
        this.apps = apps;
        this.finder = new AppFinder(apps);
        this.endpoints = endpoints;
        this.subscribers = subscribers;
        this.figures = figures;
        this.keys = keys;
        this.links = links;
        this.portal = portal;
    }

    /// The values that the template shows.
    ///
    /// @param keys empty if the user may not see them
    public record Shown(
            App app,
            Period period,
            AppFigures.Figures figures,
            EndpointRows endpoints,
            List<Key> keys,
            Portal portal) {

        public String id() {
            return IdKind.APP.format(app.id());
        }

        public boolean builtIn() {
            return Apps.isBuiltIn(app.id());
        }
    }

    /// The newest endpoints of the app.
    ///
    /// @param more whether there may be others
    public record EndpointRows(List<Subscribers.Subscriber> rows, boolean more) {}

    /// A key that is bound to the app.
    public record Key(String id, ApiKey key, StatusBadge badge) {}

    /// The app's portal.
    ///
    /// @param origins the pages that may embed it
    /// @param form the form to change them
    public record Portal(List<PortalEntry> links, List<String> origins, FormState form) {}

    /// A link to the app's portal.
    public record PortalEntry(String id, PortalLink link, PortalLink.State state) {}

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.READ, Section.APPS.path() + "/{id}", this::show),
                pages.action(
                        Right.ADMINISTER_SHARED,
                        Section.APPS.path() + "/{id}/delete",
                        this::delete));
    }

    static Link link(App app) {
        return Link.to(Section.APPS.path() + "/" + IdKind.APP.format(app.id()));
    }

    private Response show(Visit visit) {
        return page(visit, finder.of(visit), 200, null);
    }

    /// @param entered the origins that were entered, with their errors; null to show the current
    ///   ones
    Response page(Visit visit, App app, int status, @Nullable FormState entered) {
        var scope = new Scope(app.id(), visit.scope().mode());
        var period = Period.of(visit).inSums(visit.now());
        var shown =
                new Shown(
                        app,
                        period,
                        figures.of(app, scope, period, visit.now()),
                        endpoints(scope),
                        keys(visit, app),
                        portal(visit, scope, app, entered));
        var layout =
                visit.layout(
                        app.name() + ", " + shown.id(),
                        Section.APPS,
                        new Layout.Crumb("Apps", Section.APPS.path()));
        return Pages.html(
                visit,
                status,
                Html.render(out -> JteAppGenerated.render(out, null, layout, shown)));
    }

    private EndpointRows endpoints(Scope scope) {
        var found = endpoints.page(scope, DeliveryList.AFTER_ALL, ENDPOINTS_MAX);
        return new EndpointRows(
                found.stream().map(subscribers::subscriber).toList(),
                found.size() == ENDPOINTS_MAX);
    }

    private Portal portal(Visit visit, Scope scope, App app, @Nullable FormState entered) {
        var origins = portal.origins(app.id());
        return new Portal(
                links(visit, scope),
                origins,
                entered == null
                        ? FormState.of(Map.of("embed_origins", String.join("\n", origins)))
                        : entered);
    }

    private List<PortalEntry> links(Visit visit, Scope scope) {
        return links.page(scope, DeliveryList.AFTER_ALL, LINKS_MAX).stream()
                .map(link ->
                        new PortalEntry(
                                IdKind.PORTAL_LINK.format(link.id()),
                                link,
                                link.state(visit.now())))
                .toList();
    }

    private List<Key> keys(Visit visit, App app) {
        if (!visit.visitor().may(Right.ADMINISTER)) {
            return List.of();
        }
        return keys
                .page(app.id(), visit.visitor().caller(), DeliveryList.AFTER_ALL, KEYS_MAX)
                .stream()
                .map(key -> new Key(IdKind.KEY.format(key.id()), key, badge(key, visit.now())))
                .toList();
    }

    private static StatusBadge badge(ApiKey key, Instant now) {
        if (key.revokedAt() != null) {
            return StatusBadge.REVOKED;
        }
        return key.expiredAt(now) ? StatusBadge.EXPIRED : StatusBadge.ACTIVE;
    }

    private Response delete(Visit visit, Form form) throws SQLException {
        var id = finder.of(visit).id();
        var deletion = apps.delete(id, visit.actor());
        if (deletion != Deletion.DELETED) {
            throw AppText.problem(deletion, id);
        }
        return Pages.done(Link.to(Section.APPS.path()), Notice.APP_DELETED);
    }
}
