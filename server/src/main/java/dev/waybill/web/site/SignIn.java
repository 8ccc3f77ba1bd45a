package dev.waybill.web.site;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Role;
import dev.waybill.engine.audit.Actor;
import dev.waybill.feature.users.Account;
import dev.waybill.feature.users.Passwords;
import dev.waybill.feature.users.Sessions;
import dev.waybill.feature.users.Users;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.text.SignInMessages;
import dev.waybill.web.template.page.JteSignInGenerated;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/login`, `/ui/logout` and `/ui/mode`: sign-in, sign-out and the mode.
public final class SignIn {

    private static final int FORM_BYTES_MAX = 8 * 1024;

    private final Access access;
    private final Sessions sessions;
    private final Users users;
    private final Passwords passwords;
    private final Pages pages;

    SignIn(Access access, Sessions sessions, Users users, Passwords passwords, Pages pages) {
        this.access = access;
        this.sessions = sessions;
        this.users = users;
        this.passwords = passwords;
        this.pages = pages;
    }

    List<Route> routes() {
        return List.of(
                Route.waiting("GET", "/ui/login", this::form),
                Route.waiting("POST", "/ui/login", this::signIn).taking(FORM_BYTES_MAX),
                pages.action(Right.READ, "/ui/logout", this::signOut),
                pages.action(Right.READ, "/ui/mode", this::switchMode));
    }

    /// The values that the template shows.
    ///
    /// @param users whether any user has a password to sign in with
    /// @param name the name that was entered
    /// @param open whether the connection is not encrypted
    public record Shown(
            String next, @Nullable String problem, boolean users, String name, boolean open) {}

    private Response form(Request request) {
        var next = Link.ours(request.query("next").orElse(Link.HOME));
        return pages.visitor(request).isPresent()
                ? Response.seeOther(next)
                : form(request, 200, next, null, "");
    }

    private Response form(
            Request request, int status, String next, @Nullable String problem, String name) {
        // A name was entered and users exist: a crowd that is refused costs no statement.
        boolean anyUsers = !name.isEmpty() || users.any();
        var shown = new Shown(next, problem, anyUsers, name, !Origin.isPrivate(request));
        return Html.response(
                request,
                status,
                Html.render(out ->
                        JteSignInGenerated.render(
                                out, null, Theme.of(request), pages.files(), shown)));
    }

    private Response signIn(Request request) throws InterruptedException {
        var form = Form.of(request);
        var next = Link.ours(form.text("next"));
        try {
            Origin.requireOwn(request);
            var token =
                    form.text("name").isEmpty()
                            ? withKey(form.text("key"), request)
                            : withPassword(form.text("name"), form.raw("password"), request);
            return Visitors.signedIn(Response.seeOther(next), request, token);
        } catch (Problem problem) {
            var response =
                    form(
                            request,
                            problem.type().status(),
                            next,
                            problem.detail(),
                            SafeText.text(form.text("name")));
            return problem.retryAfter() == null
                    ? response
                    : response.with("Retry-After", Long.toString(problem.retryAfter().toSeconds()));
        }
    }

    private String withKey(String key, Request request) {
        var caller = access.holder(key);
        return switch (caller.role()) {
            case ADMIN, OPERATOR, VIEWER ->
                    sessions.open(
                            Account.ofKey(IdKind.KEY.parse(caller.actor()).orElse(null)),
                            caller.mode(),
                            actor(caller, request));
            case PRODUCER -> throw forbidden(SignInMessages.PRODUCER_KEY);
            case APP -> throw forbidden(SignInMessages.APP_KEY);
        };
    }

    private String withPassword(String name, String password, Request request)
            throws InterruptedException {
        return switch (passwords.signIn(
                name,
                password,
                request.source(),
                id ->
                        actor(
                                Visitors.caller(Account.ofUser(id), Role.VIEWER, Mode.LIVE),
                                request))) {
            case Passwords.Result.Right(var token) -> token;
            case Passwords.Result.Wrong _ ->
                    throw Problem.of(ProblemType.UNAUTHENTICATED, SignInMessages.WRONG);
            case Passwords.Result.Wait(var left) ->
                    throw Problem.rateLimited(SignInMessages.tooMany(Format.seconds(left)), left);
            case Passwords.Result.Busy _ -> throw Problem.unavailable(SignInMessages.BUSY);
        };
    }

    static Actor actor(Caller caller, Request request) {
        return Visitors.onPage(Access.actor(caller, request));
    }

    private static Problem forbidden(String detail) {
        return Problem.of(ProblemType.FORBIDDEN, detail);
    }

    private Response signOut(Visit visit, Form form) {
        sessions.end(visit.visitor().token(), visit.actor());
        return Visitors.signedOut(Response.seeOther("/ui/login"), visit.request());
    }

    private Response switchMode(Visit visit, Form form) {
        Mode.of(form.text("mode"))
                .ifPresent(mode -> sessions.switchMode(visit.visitor().token(), mode));
        return Response.seeOther(Link.HOME);
    }
}
