package dev.waybill.ui;

import dev.waybill.catalogue.EventTypes;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.portal.PortalSettings;
import dev.waybill.ui.template.page.JteCatalogGenerated;
import java.util.List;

/// `/catalog`: for everybody, signed in or not, what events there are and what they mean.
public final class CatalogPage {

    private final EventTypes types;
    private final PortalSettings portal;
    private final Assets assets = Assets.portal();

    public CatalogPage(EventTypes types, PortalSettings portal) {
        this.types = types;
        this.portal = portal;
    }

    public List<Route> routes() {
        return List.of(Route.waiting("GET", "/catalog", this::show));
    }

    private Response show(Request request) {
        var entries = TypeEntry.visible(types);
        var look = portal.look();
        var page =
                Html.render(out ->
                        JteCatalogGenerated.render(
                                out, null, Theme.of(request), assets.files(), look, entries));
        return Html.response(request, 200, page);
    }
}
