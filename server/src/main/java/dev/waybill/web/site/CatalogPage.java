package dev.waybill.web.site;

import dev.waybill.engine.catalog.Catalog;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.eventtypes.EventTypes;
import dev.waybill.feature.portal.PortalLook;
import dev.waybill.feature.portal.PortalSettings;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.template.page.JteCatalogGenerated;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/catalog`: the public list of event types. It needs no sign-in, so a page is rendered once for
/// each version of the catalog, and one at a time.
public final class CatalogPage {

    /// Limit of cached pages, each in a few themes. A page is at most some megabytes, usually some
    /// kilobytes.
    private static final int KEPT_MAX = 16;

    private final EventTypes types;
    private final PortalSettings portal;
    private final RoutingTable routes;
    private final Assets assets = Assets.portal();
    private final Map<Key, Response> kept = new LinkedHashMap<>();

    public CatalogPage(EventTypes types, PortalSettings portal, RoutingTable routes) {
        this.types = types;
        this.portal = portal;
        this.routes = routes;
    }

    /// The values that the template shows.
    ///
    /// @param product the name of the platform's product
    /// @param accent the stylesheet with the platform's colour; null without one
    public record Shown(
            String product,
            @Nullable String accent,
            List<TypeEntry> entries,
            @Nullable String first,
            @Nullable String next) {}

    /// The inputs of a cached page. The catalog is the same object until it changes.
    private record Key(Catalog catalog, PortalLook look, Theme theme, boolean gzip, String after) {}

    public List<Route> routes() {
        return List.of(Route.waiting("GET", "/catalog", this::show));
    }

    private Response show(Request request) {
        var key =
                new Key(
                        routes.current().catalog(),
                        portal.look(),
                        Theme.of(request),
                        Gzip.isTaken(request),
                        request.query("after").orElse(""));
        synchronized (kept) {
            var known = kept.get(key);
            if (known != null) {
                return known;
            }
            var made = make(request, key);
            kept.keySet().removeIf(old -> old.catalog != key.catalog);
            if (kept.size() >= KEPT_MAX) {
                kept.remove(kept.keySet().iterator().next());
            }
            kept.put(key, made);
            return made;
        }
    }

    private Response make(Request request, Key key) {
        var entries = TypeEntries.behind(key.after, types, "/catalog");
        var accent = key.look.accent();
        var shown =
                new Shown(
                        key.look.product().isEmpty() ? "Webhooks" : key.look.product(),
                        accent == null ? null : "/portal/theme/" + accent.substring(1) + ".css",
                        entries.entries(),
                        entries.first(),
                        entries.next());
        var page =
                Html.render(out ->
                        JteCatalogGenerated.render(out, null, key.theme, assets.files(), shown));
        return Html.response(request, 200, page).withSharedBody();
    }
}
