package dev.waybill.web.portal;

import dev.waybill.feature.portal.PortalLinks;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Assets;
import dev.waybill.web.site.Site;
import dev.waybill.web.site.SitePages;
import dev.waybill.web.site.SiteVisit;
import java.time.InstantSource;
import java.util.List;

/// The portal: its sign-in, its files and the pages that are added to it.
public final class Portal extends Site<PortalPages> {

    public Portal(Access access, PortalLinks links, InstantSource clock) {
        super(new PortalPages(access, links, Assets.portal(), clock));
        add(List.of(Accent.route()));
        add(new PortalSignIn(links, pages).routes());
    }

    @Override
    protected Route rest(SitePages.View<SiteVisit> nothing) {
        return pages.page("/portal/{*}", nothing::show);
    }
}
