package dev.waybill.web.portal;

import dev.waybill.feature.portal.PortalLinks;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Assets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The portal: its entrance, its files and the pages that are given to it.
public final class Portal {

    private final PortalPages pages;
    private final List<Route> routes = new ArrayList<>();

    public Portal(Access access, PortalLinks links, InstantSource clock) {
        var assets = Assets.portal();
        this.pages = new PortalPages(access, links, assets, clock);
        routes.add(assets.route());
        routes.add(Accent.route());
        routes.addAll(new PortalSignIn(links, assets).routes());
    }

    public Portal with(Function<PortalPages, List<Route>> page) {
        routes.addAll(page.apply(pages));
        return this;
    }

    /// The last one answers whatever else is asked here, by a page as all others.
    public List<Route> routes() {
        var all = new ArrayList<>(routes);
        all.add(
                pages.page(
                        "/portal/{*}",
                        visit -> {
                            throw Problem.nothingAt(visit.request().path());
                        }));
        return all;
    }
}
