package dev.waybill.web.dashboard.settings;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Role;
import dev.waybill.feature.users.User;
import dev.waybill.feature.users.Users;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.PublicAddress;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.SafeText;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.UserFields;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.settings.JteLinkMadeGenerated;
import dev.waybill.web.template.settings.JteNewUserGenerated;
import dev.waybill.web.template.settings.JteUsersGenerated;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// `/ui/settings/users`: who signs in with a password. Admins make people and links; passwords are
/// chosen by those whose they are.
public final class UsersSection {

    private static final String PATH = SettingsTab.USERS.path();

    private final Users users;
    private final PublicAddress address;

    public UsersSection(Users users, PublicAddress address) {
        this.users = users;
        this.address = address;
    }

    /// One of them.
    ///
    /// @param self whether it is who looks: nobody takes their own rights away by a slip
    public record Row(String id, User user, StatusBadge mark, boolean self) {}

    /// What the template shows of a link.
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
        var mark =
                user.disabledAt() != null
                        ? StatusBadge.DISABLED
                        : user.password() ? StatusBadge.ACTIVE : StatusBadge.INVITED;
        return new Row(
                IdKind.PERSON.format(user.id()),
                user,
                mark,
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
        try {
            var name = UserFields.name(form);
            return switch (users.create(name, role(form), null, visit.act())) {
                case Users.Creation.Created(var user, var code) ->
                        made(visit, user, String.valueOf(code));
                case Users.Creation.Taken _ -> throw UserFields.taken(name);
                case Users.Creation.TooMany _ ->
                        throw Problem.of(
                                ProblemType.CONFLICT,
                                "There are "
                                        + Users.COUNT_MAX
                                        + " users, which is as many as there can be.");
            };
        } catch (Problem refusal) {
            var filled = FormState.of(form, "name", "role").refused(refusal);
            return form(visit, refusal.type().status(), filled);
        }
    }

    private static Role role(Form form) {
        return Role.of(form.text("role"))
                .filter(role -> role.may(Right.READ) && role != Role.APP)
                .orElseThrow(
                        () -> Problem.invalid("/role", "A role is viewer, operator or admin."));
    }

    private Response link(Visit visit, Form form) {
        var id = idOf(visit);
        var code =
                users.link(id, visit.act())
                        .orElseThrow(() ->
                                users.find(id).isEmpty()
                                        ? notFound(visit)
                                        : Problem.of(
                                                ProblemType.CONFLICT,
                                                "They are disabled. Enable them first."));
        return made(visit, users.find(id).orElseThrow(() -> notFound(visit)), code);
    }

    private Response made(Visit visit, User user, String code) {
        var layout = SettingsTab.USERS.layout(visit, user.name());
        var made = new Made(user, address.of(visit.request()) + "/ui/setup#" + code);
        return Pages.html(
                visit, Html.render(out -> JteLinkMadeGenerated.render(out, null, layout, made)));
    }

    private Response changeRole(Visit visit, Form form) {
        var id = anothersId(visit);
        return done(visit, users.changeRole(id, role(form), visit.act()), Notice.ROLE_CHANGED);
    }

    private Response disable(Visit visit, Form form) {
        var id = anothersId(visit);
        return done(visit, users.disable(id, visit.act()), Notice.USER_DISABLED);
    }

    private Response enable(Visit visit, Form form) {
        return done(visit, users.enable(idOf(visit), visit.act()), Notice.USER_ENABLED);
    }

    private Response delete(Visit visit, Form form) {
        var id = anothersId(visit);
        return done(visit, users.delete(id, visit.act()), Notice.USER_DELETED);
    }

    private static Response done(Visit visit, boolean found, Notice notice) {
        if (!found) {
            throw notFound(visit);
        }
        return Pages.done(Link.to(PATH), notice);
    }

    private static UUID idOf(Visit visit) {
        return Optional.of(visit.request().part("id"))
                .flatMap(IdKind.PERSON::parse)
                .orElseThrow(() -> notFound(visit));
    }

    private static UUID anothersId(Visit visit) {
        var id = idOf(visit);
        if (id.equals(visit.visitor().userId())) {
            throw Problem.of(
                    ProblemType.CONFLICT, "Nobody takes their own rights away. Ask another admin.");
        }
        return id;
    }

    private static Problem notFound(Visit visit) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                "There is no user " + SafeText.text(visit.request().part("id")) + ".");
    }
}
