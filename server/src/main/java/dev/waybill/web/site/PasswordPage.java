package dev.waybill.web.site;

import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.users.Passwords;
import dev.waybill.feature.users.Passwords.Changed;
import dev.waybill.feature.users.User;
import dev.waybill.feature.users.Users;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.text.SignInMessages;
import dev.waybill.web.template.page.JtePasswordGenerated;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `/ui/settings/password`: users change their own password.
public final class PasswordPage {

    static final String PATH = Section.SETTINGS.path() + "/password";

    /// Passwords are not sent back.
    private static final FormState BLANK =
            FormState.of(Map.of("current", "", "password", "", "again", ""));

    private final Users users;
    private final Passwords passwords;

    PasswordPage(Users users, Passwords passwords) {
        this.users = users;
        this.passwords = passwords;
    }

    /// The values that the template shows.
    ///
    /// @param knows whether the form asks for the current password
    public record Shown(String name, boolean knows, FormState form) {}

    List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.READ, PATH, visit -> show(visit, 200, FormState.EMPTY)),
                pages.action(Right.READ, PATH, this::change));
    }

    private Response show(Visit visit, int status, FormState form) {
        var user = user(visit);
        var shown = new Shown(user.name(), knows(visit, user), form);
        var layout =
                visit.layout(
                        "Password",
                        Section.SETTINGS,
                        new Layout.Crumb("Settings", Section.SETTINGS.path()),
                        new Layout.Crumb("Preferences", Section.SETTINGS.path() + "/preferences"));
        return Pages.html(
                visit,
                status,
                Html.render(out -> JtePasswordGenerated.render(out, null, layout, shown)));
    }

    private User user(Visit visit) {
        return Optional.ofNullable(visit.visitor().userId())
                .flatMap(users::find)
                .orElseThrow(() ->
                        Problem.of(ProblemType.NOT_FOUND, SignInMessages.KEY_WITHOUT_PASSWORD));
    }

    /// A session that was opened by a link needs no current password.
    private static boolean knows(Visit visit, User user) {
        return user.password() && !visit.visitor().session().byLink();
    }

    private Response change(Visit visit, Form form) throws InterruptedException {
        var user = user(visit);
        var command = UserForm.changePassword(visit, user, knows(visit, user), form);
        return switch (passwords.change(command, new Violations(), visit.actor())) {
            case Changed.Done _ ->
                    Pages.done(
                            Link.to(Section.SETTINGS.path() + "/preferences"),
                            Notice.PASSWORD_CHANGED);
            case Changed.Invalid(var all) -> show(visit, 422, BLANK.refused(all, UserForm.TITLES));
            case Changed.Wrong _ ->
                    show(visit, 422, BLANK.refused("current", SignInMessages.WRONG_PASSWORD));
            case Changed.Gone _ -> show(visit, 409, BLANK.withProblem(SignInMessages.DISABLED));
            case Changed.Wait(var left) ->
                    show(
                            visit,
                            429,
                            BLANK.withProblem(SignInMessages.tooMany(Format.seconds(left))));
            case Changed.Busy _ -> show(visit, 503, BLANK.withProblem(SignInMessages.BUSY));
        };
    }
}
