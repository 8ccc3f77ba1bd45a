package dev.waybill.web.site;

import dev.waybill.web.http.Failures;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Makes routes of a site's pages and forms: admits visitors who are signed in, refuses forms of
/// other sites, and shows problems as pages.
///
/// @param <V> a request by a visitor of this site
public abstract class SitePages<V extends SiteVisit> {

    private final Assets assets;
    private final InstantSource clock;
    private final BackLinks backLinks;

    /// The pages of a site.
    ///
    /// @param home the address of its first page
    protected SitePages(String home, Assets assets, InstantSource clock) {
        this.assets = assets;
        this.clock = clock;
        this.backLinks = new BackLinks(home);
    }

    /// Answers a request for a page.
    @FunctionalInterface
    public interface View<V> {
        Response show(V visit) throws Exception;
    }

    /// Answers a form, mostly with the page that follows.
    @FunctionalInterface
    public interface Action<V> {
        Response act(V visit, Form form) throws Exception;
    }

    /// The visit of a request; empty if it has no session.
    protected abstract Optional<V> visit(Request request, Instant now, Link here);

    /// The answer to a request of a visitor who is not signed in.
    protected abstract Response signIn(Request request);

    /// The page that shows a problem.
    protected abstract String problem(V visit, ProblemPage page);

    /// The content of a page about a problem.
    ///
    /// @param requestId finds the request in the log
    /// @param again where the visitor can try again; null if nowhere
    public record ProblemPage(
            String title,
            String detail,
            int status,
            String requestId,
            BackLinks.@Nullable BackLink again) {}

    /// The route of a page.
    protected final Route get(String pattern, View<V> view) {
        backLinks.add(pattern);
        return Route.waiting("GET", pattern, request -> answer(request, view));
    }

    /// The route of a form.
    ///
    /// @param permission throws a problem if the visitor may not do this
    protected final Route post(String pattern, Consumer<V> permission, Action<V> action) {
        return Route.waiting(
                "POST",
                pattern,
                request ->
                        answer(
                                request,
                                visit -> {
                                    Origin.requireOwn(request);
                                    permission.accept(visit);
                                    return action.act(visit, Form.of(request));
                                }));
    }

    /// The paths of stylesheet, script and icon.
    public final Layout.Files files() {
        return assets.files();
    }

    final Assets assets() {
        return assets;
    }

    /// A page as an answer.
    public static Response html(SiteVisit visit, String page) {
        return html(visit, 200, page);
    }

    /// The same with another status: a form that was refused.
    public static Response html(SiteVisit visit, int status, String page) {
        return Html.response(visit.request(), status, page, visit.frameOrigins());
    }

    /// Redirects to the page that follows a form, with a notice.
    public static Response done(Link next, Notice notice) {
        return Response.seeOther(next.with(Notice.PARAMETER, notice.code()).toString());
    }

    private Response answer(Request request, View<V> view) {
        var found = visit(request, clock.instant(), backLinks.here(request));
        if (found.isEmpty()) {
            return signIn(request);
        }
        request.identified();
        var visit = found.get();
        try {
            return view.show(visit);
        } catch (Exception e) {
            return problem(visit, Failures.problem(e, request.id()));
        }
    }

    private Response problem(V visit, Problem problem) {
        var page =
                new ProblemPage(
                        title(problem.type()),
                        problem.detail(),
                        problem.type().status(),
                        visit.request().id(),
                        backLinks.again(visit.request()).orElse(null));
        var response = html(visit, page.status(), problem(visit, page));
        return problem.retryAfter() == null
                ? response
                : response.with("Retry-After", Long.toString(problem.retryAfter().toSeconds()));
    }

    /// The API's titles mention keys and routes.
    private static String title(ProblemType type) {
        if (type == ProblemType.FORBIDDEN) {
            return "Not allowed";
        }
        return type == ProblemType.NOT_FOUND ? "Not found" : type.title();
    }
}
