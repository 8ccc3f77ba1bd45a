package dev.waybill.feature.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Violations;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserRulesTest {

    private final Violations violations = new Violations();

    private List<String> found() {
        return violations.all().stream()
                .map(one -> one.field() + " " + one.code().code() + ": " + one.detail("It"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ada", "Ada Lovelace", "ada@example.com", "Ådä 😀"})
    void acceptsANameOfOneLine(String name) {
        UserRules.checkName(name, violations);

        assertThat(violations.all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "two\nlines", "tab\there", "zero\u200bwidth", "\u202eright", "a\u2028b"})
    void refusesNamesThatCannotBeSeenWhole(String name) {
        UserRules.checkName(name, violations);

        assertThat(found())
                .containsExactly(
                        "name format: It must be one line of at most 200 characters, such as an"
                                + " e-mail address.");
    }

    @Test
    void boundsTheLengthOfNames() {
        UserRules.checkName("x".repeat(200), violations);
        assertThat(violations.all()).isEmpty();

        UserRules.checkName("x".repeat(201), violations);
        assertThat(violations.has("name")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "viewer, VIEWER",
        "operator, OPERATOR",
        "admin, ADMIN",
        "producer,",
        "app,",
        "root,",
        "Admin,"
    })
    void readsTheRolesThatSeePages(String code, @Nullable Role role) {
        assertThat(UserRules.ROLE.of(code).orElse(null)).isEqualTo(role);
    }

    @Test
    void requiresARole() {
        UserRules.checkRole(Role.VIEWER, violations);
        assertThat(violations.all()).isEmpty();

        UserRules.checkRole(null, violations);
        assertThat(found()).containsExactly("role required: It must be viewer, operator or admin.");
    }

    @Test
    void aPasswordIsLongAndNothingElse() {
        assertThat(password("aaaaaaaaaaaa")).isEmpty();
        assertThat(password("😀".repeat(12))).isEmpty();
        assertThat(password("a".repeat(256))).isEmpty();
        assertThat(password("aaaaaaaaaaa"))
                .containsExactly("password range: It must have at least 12 characters.");
        assertThat(password("😀".repeat(11))).hasSize(1);
        assertThat(password("a".repeat(257)))
                .containsExactly("password range: It must have at most 256 bytes.");
    }

    private static List<String> password(String password) {
        var test = new UserRulesTest();
        PasswordRules.check(password, password, test.violations);
        return test.found();
    }

    @Test
    void aPasswordIsGivenTwice() {
        PasswordRules.check("short", "", violations);

        assertThat(found())
                .containsExactly(
                        "password range: It must have at least 12 characters.",
                        "again conflict: The two passwords are not the same.");
    }

    @Test
    void commandsDoNotShowPasswords() {
        assertThat(new CreateFirstAdmin("ada", "first secret", "second secret").toString())
                .doesNotContain("secret");
    }
}
