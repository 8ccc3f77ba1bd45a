package dev.waybill.web.site;

import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// A site: its sign-in, its files and the pages that are added to it.
///
/// @param <P> makes routes of its pages
public abstract class Site<P extends SitePages<?>> {

    protected final P pages;
    private final List<Route> routes = new ArrayList<>();

    protected Site(P pages) {
        this.pages = pages;
        routes.add(pages.assets().route());
    }

    /// The page that answers requests for pages that do not exist.
    protected abstract Route rest(SitePages.View<SiteVisit> nothing);

    protected final void add(List<Route> more) {
        routes.addAll(more);
    }

    public final Site<P> with(Function<P, List<Route>> page) {
        add(page.apply(pages));
        return this;
    }

    public final List<Route> routes() {
        var all = new ArrayList<>(routes);
        all.add(
                rest(visit -> {
                    throw Problem.nothingAt(visit.request().path());
                }));
        return all;
    }
}
