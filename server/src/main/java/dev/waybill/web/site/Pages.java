package dev.waybill.web.site;

import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Scope;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.template.page.JteProblemGenerated;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.ToIntFunction;

/// Makes routes of the dashboard's pages: admits users and keys that have the right.
public final class Pages extends SitePages<Visit> {

    private final Access access;
    private final Visitors visitors;
    private final ToIntFunction<Scope> firing;

    Pages(Access access, Visitors visitors, ToIntFunction<Scope> firing, InstantSource clock) {
        super(Link.HOME, Assets.dashboard(), clock);
        this.firing = firing;
        this.access = access;
        this.visitors = visitors;
    }

    public Route page(Right right, String pattern, View<Visit> view) {
        return get(
                pattern,
                visit -> {
                    require(right, visit);
                    return view.show(visit);
                });
    }

    public Route action(Right right, String pattern, Action<Visit> action) {
        return post(pattern, visit -> require(right, visit), action);
    }

    private void require(Right right, Visit visit) {
        access.require(right, visit.visitor().caller());
    }

    @Override
    protected Optional<Visit> visit(Request request, Instant now, Link here) {
        return visitor(request)
                .map(visitor -> new Visit(request, visitor, now, files(), here, firing));
    }

    Optional<Visitor> visitor(Request request) {
        return visitors.find(request);
    }

    /// Redirects to the page afterwards, so that a reload does not send the form again.
    @Override
    protected Response signIn(Request request) {
        var login = Link.to("/ui/login");
        var next = Link.of(request).toString();
        boolean back = request.method().equals("GET") && !next.equals(Link.HOME);
        return Response.seeOther((back ? login.with("next", next) : login).toString());
    }

    @Override
    protected String problem(Visit visit, ProblemPage page) {
        var layout = visit.layout(page.title(), null);
        return Html.render(out -> JteProblemGenerated.render(out, null, layout, page));
    }
}
