package dev.waybill.web.site;

import dev.waybill.domain.access.Right;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Failures;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.template.page.JteProblemGenerated;
import java.time.InstantSource;
import java.util.Optional;

/// Makes routes of pages: lets in who is signed in and has the right, refuses forms of other sites,
/// and tells problems as pages.
public final class Pages {

    private static final int FORM_BYTES_MAX = 64 * 1024;

    private final Access access;
    private final Visitors visitors;
    private final Assets assets;
    private final InstantSource clock;
    private final BackLinks ways = new BackLinks(Link.HOME);

    Pages(Access access, Visitors visitors, Assets assets, InstantSource clock) {
        this.access = access;
        this.visitors = visitors;
        this.assets = assets;
        this.clock = clock;
    }

    /// What answers a look.
    @FunctionalInterface
    public interface View {
        Response show(Visit visit) throws Exception;
    }

    /// What answers a form: mostly with the page to look at next.
    @FunctionalInterface
    public interface Action {
        Response act(Visit visit, Form form) throws Exception;
    }

    public Route page(Right right, String pattern, View view) {
        ways.add(pattern);
        return Route.waiting(
                "GET", pattern, request -> answer(request, visit -> look(visit, right, view)));
    }

    public Route action(Right right, String pattern, Action action) {
        return Route.waiting(
                "POST", pattern, request -> answer(request, visit -> act(visit, right, action)));
    }

    /// A page as an answer.
    public static Response html(Visit visit, String page) {
        return html(visit, 200, page);
    }

    /// The same with another status: a form that has to be looked at again.
    public static Response html(Visit visit, int status, String page) {
        return Html.response(visit.request(), status, page);
    }

    /// Where to look next, and what to say there.
    public static Response done(Link next, Notice notice) {
        return Response.seeOther(next.with(Notice.PARAMETER, notice.code()).toString());
    }

    private Response look(Visit visit, Right right, View view) throws Exception {
        access.require(right, visit.visitor().caller());
        return view.show(visit);
    }

    private Response act(Visit visit, Right right, Action action) throws Exception {
        Origin.requireOwn(visit.request());
        access.require(right, visit.visitor().caller());
        return action.act(visit, Form.of(visit.request(), FORM_BYTES_MAX));
    }

    private Response answer(Request request, View view) {
        var visitor = visitors.find(request);
        if (visitor.isEmpty()) {
            return toSignIn(request);
        }
        var here = ways.here(request);
        var visit = new Visit(request, visitor.get(), clock.instant(), files(), here);
        try {
            return view.show(visit);
        } catch (Exception e) {
            return problem(visit, Failures.problem(e, request.id()));
        }
    }

    Layout.Files files() {
        return assets.files();
    }

    Optional<Visitor> visitor(Request request) {
        return visitors.find(request);
    }

    /// And back afterwards; a form that was sent is not sent again.
    private static Response toSignIn(Request request) {
        var login = Link.to("/ui/login");
        var next = Link.of(request).toString();
        boolean back = request.method().equals("GET") && !next.equals(Link.HOME);
        return Response.seeOther((back ? login.with("next", next) : login).toString());
    }

    /// What the API says of keys is true of people, too.
    private static String title(ProblemType type) {
        if (type == ProblemType.FORBIDDEN) {
            return "Not allowed";
        }
        return type == ProblemType.NOT_FOUND ? "Not found" : type.title();
    }

    private Response problem(Visit visit, Problem problem) {
        var layout = visit.layout(title(problem.type()), null);
        var again = ways.again(visit.request()).orElse(null);
        var page =
                Html.render(out ->
                        JteProblemGenerated.render(
                                out, null, layout, problem, visit.request().id(), again));
        var response = Html.response(visit.request(), problem.type().status(), page);
        return problem.retryAfter() == null
                ? response
                : response.with("Retry-After", Long.toString(problem.retryAfter().toSeconds()));
    }
}
