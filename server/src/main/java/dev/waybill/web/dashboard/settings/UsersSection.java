package dev.waybill.web.dashboard.settings;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.users.User;
import dev.waybill.feature.users.UserService;
import dev.waybill.feature.users.UserService.Changed;
import dev.waybill.feature.users.UserService.Created;
import dev.waybill.feature.users.UserService.Linked;
import dev.waybill.feature.users.Users;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.PublicAddress;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.SafeText;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.UserForm;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.text.SignInMessages;
import dev.waybill.web.template.settings.JteLinkMadeGenerated;
import dev.waybill.web.template.settings.JteNewUserGenerated;
import dev.waybill.web.template.settings.JteUsersGenerated;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// `/ui/settings/users`: users who sign in with a password. Admins create users and links; users
/// choose their own passwords.
public final class UsersSection {

    private static final String PATH = SettingsTab.USERS.path();

    private final Users users;
    private final UserService service;
    private final PublicAddress address;

    public UsersSection(Users users, UserService service, PublicAddress address) {
        this.users = users;
        this.service = service;
        this.address = address;
    }

    /// One user.
    ///
    /// @param self whether it is the current user, who cannot remove their own rights
    public record Row(String id, User user, StatusBadge badge, boolean self) {}

    /// The link that the template shows.
    public record Made(User user, String link) {}

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.ADMINISTER_SHARED, PATH, this::list),
                pages.page(
                        Right.ADMINISTER_SHARED,
                        PATH + "/new",
                        visit -> form(visit, 200, FormState.EMPTY)),
                pages.action(Right.ADMINISTER_SHARED, PATH, this::create),
                pages.action(Right.ADMINISTER_SHARED, PATH + "/{id}/link", this::link),
                pages.action(Right.ADMINISTER_SHARED, PATH + "/{id}/role", this::changeRole),
                pages.action(Right.ADMINISTER_SHARED, PATH + "/{id}/disable", this::disable),
                pages.action(Right.ADMINISTER_SHARED, PATH + "/{id}/enable", this::enable),
                pages.action(Right.ADMINISTER_SHARED, PATH + "/{id}/delete", this::delete));
    }

    private Response list(Visit visit) {
        var rows = users.all().stream().map(user -> row(visit, user)).toList();
        var layout = SettingsTab.USERS.layout(visit);
        return Pages.html(
                visit, Html.render(out -> JteUsersGenerated.render(out, null, layout, rows)));
    }

    private static Row row(Visit visit, User user) {
        var badge =
                user.disabledAt() != null
                        ? StatusBadge.DISABLED
                        : user.password() ? StatusBadge.ACTIVE : StatusBadge.INVITED;
        return new Row(
                IdKind.USER.format(user.id()),
                user,
                badge,
                user.id().equals(visit.visitor().userId()));
    }

    private static Response form(Visit visit, int status, FormState form) {
        var layout = SettingsTab.USERS.layout(visit, "New user");
        return Pages.html(
                visit,
                status,
                Html.render(out -> JteNewUserGenerated.render(out, null, layout, form)));
    }

    private Response create(Visit visit, Form form) {
        var input = new FormInput(form, new Violations());
        var filled = FormState.of(form, "name", "role");
        return switch (service.create(UserForm.create(input), input.violations(), visit.actor())) {
            case Created.Done(var user, var code) -> made(visit, user, code);
            case Created.Invalid(var all) -> form(visit, 422, filled.refused(all, UserForm.TITLES));
            case Created.NameTaken(var name) ->
                    form(visit, 409, filled.refused("name", SignInMessages.taken(name)));
            case Created.TooMany(var max) ->
                    form(
                            visit,
                            409,
                            filled.withProblem("There are " + max + " users, the maximum."));
        };
    }

    private Response link(Visit visit, Form form) {
        return switch (service.link(idOf(visit), visit.actor())) {
            case Linked.Done(var user, var code) -> made(visit, user, code);
            case Linked.NotFound _ -> throw notFound(visit);
            case Linked.Disabled _ ->
                    throw Problem.of(
                            ProblemType.CONFLICT, "The user is disabled. Enable the user first.");
        };
    }

    private Response made(Visit visit, User user, String code) {
        var layout = SettingsTab.USERS.layout(visit, user.name());
        var made = new Made(user, address.of(visit.request()) + "/ui/setup#" + code);
        return Pages.html(
                visit, Html.render(out -> JteLinkMadeGenerated.render(out, null, layout, made)));
    }

    private Response changeRole(Visit visit, Form form) {
        var input = new FormInput(form, new Violations());
        var command = UserForm.changeRole(idOf(visit), input);
        var changed = service.changeRole(command, input.violations(), visit.actor());
        return done(visit, changed, Notice.ROLE_CHANGED);
    }

    private Response disable(Visit visit, Form form) {
        return done(visit, service.disable(idOf(visit), visit.actor()), Notice.USER_DISABLED);
    }

    private Response enable(Visit visit, Form form) {
        return done(visit, service.enable(idOf(visit), visit.actor()), Notice.USER_ENABLED);
    }

    private Response delete(Visit visit, Form form) {
        return done(visit, service.delete(idOf(visit), visit.actor()), Notice.USER_DELETED);
    }

    private static Response done(Visit visit, Changed changed, Notice notice) {
        return switch (changed) {
            case Changed.Done _ -> Pages.done(Link.to(PATH), notice);
            case Changed.Invalid(var all) ->
                    throw Problem.invalid("/role", all.getFirst().detail("The role"));
            case Changed.NotFound _ -> throw notFound(visit);
            case Changed.OwnRights _ ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "Users cannot reduce their own permissions. Ask another admin.");
        };
    }

    private static UUID idOf(Visit visit) {
        return Optional.of(visit.request().part("id"))
                .flatMap(IdKind.USER::parse)
                .orElseThrow(() -> notFound(visit));
    }

    private static Problem notFound(Visit visit) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                "There is no user " + SafeText.text(visit.request().part("id")) + ".");
    }
}
