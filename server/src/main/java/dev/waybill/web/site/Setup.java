package dev.waybill.web.site;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.users.Account;
import dev.waybill.feature.users.Sessions;
import dev.waybill.feature.users.User;
import dev.waybill.feature.users.UserService;
import dev.waybill.feature.users.UserService.FirstAdmin;
import dev.waybill.feature.users.Users;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.text.SignInMessages;
import dev.waybill.web.template.page.JteSetupGenerated;
import dev.waybill.web.template.page.JteWelcomeGenerated;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/setup`, which accepts one-time sign-in links, and `/ui/welcome`, where the first admin can
/// create a user with a password.
final class Setup {

    private static final int FORM_BYTES_MAX = 8 * 1024;
    private static final String WELCOME = "/ui/welcome";

    private final Sessions sessions;
    private final Users users;
    private final UserService service;
    private final Pages pages;

    Setup(Sessions sessions, Users users, UserService service, Pages pages) {
        this.sessions = sessions;
        this.users = users;
        this.service = service;
        this.pages = pages;
    }

    List<Route> routes() {
        return List.of(
                Route.waiting("GET", "/ui/setup", request -> setup(request, 200, null)),
                Route.waiting("POST", "/ui/setup", this::redeem).taking(FORM_BYTES_MAX),
                pages.page(Right.ADMINISTER_SHARED, WELCOME, this::welcome),
                pages.action(Right.ADMINISTER_SHARED, WELCOME, this::create));
    }

    private Response setup(Request request, int status, @Nullable String problem) {
        return Html.response(
                request,
                status,
                Html.render(out ->
                        JteSetupGenerated.render(
                                out, null, Theme.of(request), pages.files(), problem)));
    }

    private Response redeem(Request request) {
        try {
            Origin.requireOwn(request);
        } catch (Problem problem) {
            return setup(request, problem.type().status(), problem.detail());
        }
        var code = Form.of(request).text("code");
        return sessions.redeem(
                        code,
                        account ->
                                SignIn.actor(
                                        Visitors.caller(account, Role.ADMIN, Mode.LIVE), request))
                .map(arrival ->
                        Visitors.signedIn(
                                Response.seeOther(next(arrival.account())),
                                request,
                                arrival.token()))
                .orElseGet(() -> setup(request, 403, SignInMessages.LINK_OVER));
    }

    private String next(Account account) {
        if (account.userId() != null) {
            return PasswordPage.PATH;
        }
        return users.any() ? Link.HOME : WELCOME;
    }

    private Response welcome(Visit visit) {
        return users.any() ? Response.seeOther(Link.HOME) : welcome(visit, 200, FormState.EMPTY);
    }

    private static Response welcome(Visit visit, int status, FormState form) {
        return Html.response(
                visit.request(),
                status,
                Html.render(out ->
                        JteWelcomeGenerated.render(
                                out, null, Theme.of(visit.request()), visit.files(), form)));
    }

    /// Creates the first user, an admin, and continues as that user.
    private Response create(Visit visit, Form form) throws InterruptedException {
        var command = UserForm.firstAdmin(form);
        var filled = FormState.of(form, "name").and("password", "").and("again", "");
        return switch (service.createFirstAdmin(command, new Violations(), visit.actor())) {
            case FirstAdmin.Done(var user) -> signedIn(visit, user);
            case FirstAdmin.Invalid(var all) ->
                    welcome(visit, 422, filled.refused(all, UserForm.TITLES));
            case FirstAdmin.NotFirst _ -> Response.seeOther(Link.HOME);
            case FirstAdmin.Busy _ -> welcome(visit, 503, filled.withProblem(SignInMessages.BUSY));
        };
    }

    private Response signedIn(Visit visit, User user) {
        var account = Account.ofUser(user.id());
        var caller = Visitors.caller(account, Role.ADMIN, Mode.LIVE);
        var token = sessions.open(account, Mode.LIVE, SignIn.actor(caller, visit.request()));
        sessions.end(visit.visitor().token(), visit.actor());
        return Visitors.signedIn(Response.seeOther(Link.HOME), visit.request(), token);
    }
}
