package dev.waybill.web.site;

import dev.waybill.feature.users.ChangePassword;
import dev.waybill.feature.users.ChangeRole;
import dev.waybill.feature.users.CreateFirstAdmin;
import dev.waybill.feature.users.CreateUser;
import dev.waybill.feature.users.User;
import dev.waybill.feature.users.UserRules;
import dev.waybill.web.http.Form;
import java.util.Map;
import java.util.UUID;

/// Reads forms about users into commands. Passwords are read with every blank, and no form returns
/// them.
public final class UserForm {

    /// How the forms name their fields.
    public static final Map<String, String> TITLES =
            Map.of("name", "The name", "role", "The role", "password", "The password");

    private UserForm() {}

    public static CreateUser create(FormInput input) {
        return new CreateUser(
                input.form().text("name"), input.choice("role", UserRules.ROLE).orNull());
    }

    public static ChangeRole changeRole(UUID id, FormInput input) {
        return new ChangeRole(id, input.choice("role", UserRules.ROLE).orNull());
    }

    static CreateFirstAdmin firstAdmin(Form form) {
        return new CreateFirstAdmin(form.text("name"), form.raw("password"), form.raw("again"));
    }

    /// A change of the visitor's own password.
    ///
    /// @param knows whether the form asks for the present password
    static ChangePassword changePassword(Visit visit, User user, boolean knows, Form form) {
        return new ChangePassword(
                user,
                knows ? form.raw("current") : null,
                form.raw("password"),
                form.raw("again"),
                visit.visitor().token(),
                visit.request().source());
    }
}
