package dev.waybill.web.site;

import dev.waybill.feature.users.PasswordRules;
import dev.waybill.feature.users.Passwords;
import dev.waybill.feature.users.Users;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.site.text.SignInMessages;

/// Checks what people write about themselves and others.
public final class UserFields {

    private UserFields() {}

    public static String name(Form form) {
        var name = form.text("name");
        if (name.isEmpty()
                || name.length() > Users.NAME_LENGTH_MAX
                || !SafeText.text(name).equals(name)
                || name.chars().anyMatch(Character::isISOControl)) {
            throw Problem.invalid("/name", SignInMessages.name(Users.NAME_LENGTH_MAX));
        }
        return name;
    }

    /// What is kept of the password that was chosen, entered twice.
    static String hash(Passwords passwords, Form form) throws InterruptedException {
        var hash = passwords.hash(chosen(form));
        if (hash == null) {
            throw Problem.unavailable(SignInMessages.BUSY);
        }
        return hash;
    }

    static String chosen(Form form) {
        var password = form.raw("password");
        PasswordRules.problem(password)
                .ifPresent(problem -> {
                    throw Problem.invalid("/password", problem);
                });
        if (!password.equals(form.raw("again"))) {
            throw Problem.invalid("/again", SignInMessages.DIFFERENT);
        }
        return password;
    }

    public static Problem taken(String name) {
        return Problem.at(ProblemType.CONFLICT, "/name", SignInMessages.taken(name));
    }
}
