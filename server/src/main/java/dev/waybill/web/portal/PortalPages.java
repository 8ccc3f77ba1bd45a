package dev.waybill.web.portal;

import dev.waybill.domain.access.Capability;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.portal.PortalLinks;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Assets;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.SitePages;
import dev.waybill.web.template.portal.JteProblemGenerated;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// Makes routes of the portal's pages: admits customers who signed in by a link, and checks the
/// capabilities of the link.
public final class PortalPages extends SitePages<PortalVisit> {

    private final Access access;
    private final PortalLinks links;

    PortalPages(Access access, PortalLinks links, Assets assets, InstantSource clock) {
        super(Tab.ENDPOINTS.path(), assets, clock);
        this.access = access;
        this.links = links;
    }

    /// A page for every customer.
    public Route page(String pattern, View<PortalVisit> view) {
        return get(pattern, view);
    }

    /// A page for customers with a capability.
    public Route page(Capability capability, String pattern, View<PortalVisit> view) {
        return get(
                pattern,
                visit -> {
                    require(visit, capability);
                    return view.show(visit);
                });
    }

    public Route action(Capability capability, String pattern, Action<PortalVisit> action) {
        return post(
                pattern,
                visit -> {
                    require(visit, capability);
                    access.require(Right.OPERATE, visit.caller());
                },
                action);
    }

    private static void require(PortalVisit visit, Capability capability) {
        if (!visit.session().may(capability)) {
            throw Problem.of(
                    ProblemType.FORBIDDEN, "Your link does not allow this. Ask for another link.");
        }
    }

    @Override
    protected Optional<PortalVisit> visit(Request request, Instant now, Link here) {
        return PortalCookie.find(request)
                .flatMap(links::session)
                .map(session -> new PortalVisit(request, session, now, files(), here));
    }

    @Override
    protected Response signIn(Request request) {
        return PortalSignIn.shownOut(request);
    }

    @Override
    protected String problem(PortalVisit visit, ProblemPage page) {
        var layout = visit.layout(page.title(), null);
        return Html.render(out -> JteProblemGenerated.render(out, null, layout, page));
    }
}
