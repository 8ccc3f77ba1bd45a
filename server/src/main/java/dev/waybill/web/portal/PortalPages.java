package dev.waybill.web.portal;

import dev.waybill.domain.access.Capability;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.portal.PortalLinks;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Failures;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Assets;
import dev.waybill.web.site.BackLinks;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Origin;
import dev.waybill.web.template.portal.JteProblemGenerated;
import java.time.InstantSource;

/// Makes routes of the portal's pages: lets in who came by a link, checks what the link allows,
/// refuses forms of other sites, and tells problems as pages.
public final class PortalPages {

    private static final int FORM_BYTES_MAX = 64 * 1024;

    private final Access access;
    private final PortalLinks links;
    private final Assets assets;
    private final InstantSource clock;
    private final BackLinks ways = new BackLinks(Tab.ENDPOINTS.path());

    PortalPages(Access access, PortalLinks links, Assets assets, InstantSource clock) {
        this.access = access;
        this.links = links;
        this.assets = assets;
        this.clock = clock;
    }

    /// What answers a look.
    @FunctionalInterface
    public interface View {
        Response show(PortalVisit visit) throws Exception;
    }

    /// What answers a form: mostly with the page to look at next.
    @FunctionalInterface
    public interface Action {
        Response act(PortalVisit visit, Form form) throws Exception;
    }

    /// A page for every customer.
    public Route page(String pattern, View view) {
        ways.add(pattern);
        return Route.waiting("GET", pattern, request -> answer(request, view));
    }

    /// A page of use only to who may do this.
    public Route page(Capability capability, String pattern, View view) {
        return page(
                pattern,
                visit -> {
                    require(visit, capability);
                    return view.show(visit);
                });
    }

    public Route action(Capability capability, String pattern, Action action) {
        return Route.waiting(
                "POST",
                pattern,
                request ->
                        answer(
                                request,
                                visit -> {
                                    Origin.requireOwn(request);
                                    require(visit, capability);
                                    access.require(Right.OPERATE, visit.caller());
                                    return action.act(visit, Form.of(request, FORM_BYTES_MAX));
                                }));
    }

    private static void require(PortalVisit visit, Capability capability) {
        if (!visit.guest().may(capability)) {
            throw Problem.of(
                    ProblemType.FORBIDDEN,
                    "The link you came with does not allow this. Ask whoever gave it to you.");
        }
    }

    /// A page as an answer.
    public static Response html(PortalVisit visit, String page) {
        return html(visit, 200, page);
    }

    /// The same with another status: a form that has to be looked at again.
    public static Response html(PortalVisit visit, int status, String page) {
        return Html.response(visit.request(), status, page, visit.guest().origins());
    }

    /// Where to look next, and what to say there.
    public static Response done(Link next, Notice notice) {
        return Response.seeOther(next.with(Notice.PARAMETER, notice.code()).toString());
    }

    private Response answer(Request request, View view) {
        var guest = PortalCookie.find(request).flatMap(links::guest);
        if (guest.isEmpty()) {
            return PortalSignIn.shownOut(request);
        }
        var here = ways.here(request);
        var visit = new PortalVisit(request, guest.get(), clock.instant(), assets.files(), here);
        try {
            return view.show(visit);
        } catch (Exception e) {
            return problem(visit, Failures.problem(e, request.id()));
        }
    }

    private Response problem(PortalVisit visit, Problem problem) {
        var title = problem.type() == ProblemType.NOT_FOUND ? "Not found" : problem.type().title();
        var layout = visit.layout(title, null);
        var again = ways.again(visit.request()).orElse(null);
        var page =
                Html.render(out ->
                        JteProblemGenerated.render(
                                out, null, layout, problem, visit.request().id(), again));
        var response = html(visit, problem.type().status(), page);
        return problem.retryAfter() == null
                ? response
                : response.with("Retry-After", Long.toString(problem.retryAfter().toSeconds()));
    }
}
