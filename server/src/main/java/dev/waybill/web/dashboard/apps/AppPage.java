package dev.waybill.web.dashboard.apps;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Scope;
import dev.waybill.engine.access.ApiKey;
import dev.waybill.engine.access.App;
import dev.waybill.feature.apps.AppRegister.Deletion;
import dev.waybill.feature.apps.AppService;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.keys.KeyService;
import dev.waybill.feature.portal.PortalLink;
import dev.waybill.feature.portal.PortalLinks;
import dev.waybill.feature.portal.PortalSettings;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Depth;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.feature.stats.StatSeries;
import dev.waybill.web.dashboard.Subscribers;
import dev.waybill.web.dashboard.Tile;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.chart.Bars;
import dev.waybill.web.site.chart.Charts;
import dev.waybill.web.site.delivery.DeliverySearch;
import dev.waybill.web.template.page.JteAppGenerated;
import dev.waybill.web.text.AppText;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/ui/apps/{id}`: one customer: endpoints, how deliveries go, keys.
public final class AppPage {

    private static final int ENDPOINTS_MAX = 50;
    private static final int KEYS_MAX = 50;
    private static final int LINKS_MAX = 10;

    private final AppService apps;
    private final AppFinder finder;
    private final Endpoints endpoints;
    private final Subscribers subscribers;
    private final StatQuery stats;
    private final StatSeries series;
    private final KeyService keys;
    private final PortalLinks links;
    private final PortalSettings portal;

    public AppPage(
            AppService apps,
            Endpoints endpoints,
            Subscribers subscribers,
            StatQuery stats,
            StatSeries series,
            KeyService keys,
            PortalLinks links,
            PortalSettings portal) {
        this.apps = apps;
        this.finder = new AppFinder(apps);
        this.endpoints = endpoints;
        this.subscribers = subscribers;
        this.stats = stats;
        this.series = series;
        this.keys = keys;
        this.links = links;
        this.portal = portal;
    }

    /// What the template shows.
    ///
    /// @param keys empty for who may not see them
    /// @param origins the pages that may show its portal
    /// @param embedding the form that says so
    public record Shown(
            String id,
            App app,
            boolean builtIn,
            Period period,
            List<Tile> tiles,
            Bars throughput,
            List<StatSeries.Slot> slots,
            List<Subscribers.Subscriber> endpoints,
            boolean moreEndpoints,
            List<Key> keys,
            List<PortalEntry> links,
            List<String> origins,
            FormState embedding) {}

    /// A key of the app's.
    public record Key(String id, ApiKey key, StatusBadge mark) {}

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

    /// The page, with what is wrong with the origins that were entered.
    ///
    /// @param entered null to show those that there are
    Response page(Visit visit, App app, int status, @Nullable FormState entered) {
        var scope = new Scope(app.id(), visit.scope().mode());
        var period = Period.of(visit).inSums(visit.now());
        var asked = new Range(scope, null, null, period.since(), period.until());
        var slots = series.slots(asked, period.step(visit.now()));
        var page = endpoints.page(scope, DeliveryList.AFTER_ALL, ENDPOINTS_MAX);
        var origins = portal.origins(app.id());
        var shown =
                new Shown(
                        IdKind.APP.format(app.id()),
                        app,
                        Apps.isBuiltIn(app.id()),
                        period,
                        tiles(app, asked, period),
                        Charts.throughput(slots),
                        slots,
                        page.stream().map(subscribers::subscriber).toList(),
                        page.size() == ENDPOINTS_MAX,
                        keys(visit, app),
                        links(visit, scope),
                        origins,
                        entered == null
                                ? FormState.of(Map.of("embed_origins", String.join("\n", origins)))
                                : entered);
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

    private List<Tile> tiles(App app, Range asked, Period period) {
        var total = stats.total(asked, Depth.NUMBERS);
        var list = period.in(Link.to(Section.DELIVERIES.path()).with("app", app.uid()));
        var atEnd = list.with(DeliverySearch.BY, DeliverySearch.END);
        long ended = total.delivered() + total.dead();
        return List.of(
                new Tile(
                        "Deliveries",
                        Format.number(total.captured()),
                        "made in " + period.words(),
                        list.toString(),
                        ""),
                new Tile(
                        "Delivered",
                        Format.number(total.delivered()),
                        Format.percent(total.delivered(), ended) + " of all that ended",
                        atEnd.with("state", "delivered").toString(),
                        ""),
                new Tile(
                        "Failed",
                        Format.number(total.dead()),
                        "no more attempts",
                        atEnd.with("letter", DeliveryFilter.ANY).toString(),
                        total.dead() == 0 ? "" : "bad"),
                new Tile(
                        "Failed attempts",
                        Format.percent(
                                total.failedAttempts(),
                                total.failedAttempts() + total.succeededAttempts()),
                        Format.number(total.failedAttempts() + total.succeededAttempts()) + " made",
                        list.toString(),
                        ""));
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
                .map(key -> new Key(IdKind.KEY.format(key.id()), key, mark(key, visit.now())))
                .toList();
    }

    private static StatusBadge mark(ApiKey key, Instant now) {
        if (key.revokedAt() != null) {
            return StatusBadge.REVOKED;
        }
        return key.expiredAt(now) ? StatusBadge.EXPIRED : StatusBadge.ACTIVE;
    }

    private Response delete(Visit visit, Form form) throws SQLException {
        var id = finder.of(visit).id();
        var deletion = apps.delete(id, visit.act());
        if (deletion != Deletion.DELETED) {
            throw AppText.problem(deletion, id);
        }
        return Pages.done(Link.to(Section.APPS.path()), Notice.APP_DELETED);
    }
}
