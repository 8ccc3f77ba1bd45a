package dev.waybill.web.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.users.CreateUser;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UserFormTest {

    private final Violations violations = new Violations();

    private FormInput input(String body) {
        return new FormInput(SentForm.of(body), violations);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "name=+ada+&role=viewer | ada | VIEWER",
                "name=ada&role=         | ada | -",
                "name=ada               | ada | -",
                "role=admin             | ''  | ADMIN"
            })
    void readsAUser(String body, String name, @Nullable Role role) {
        assertThat(UserForm.create(input(body))).isEqualTo(new CreateUser(name, role));
        assertThat(violations.all()).isEmpty();
    }

    @Test
    void aRoleThatSeesNoPagesCannotBeRead() {
        assertThat(UserForm.changeRole(new UUID(0, 1), input("role=app")).role()).isNull();

        var state =
                FormState.of(SentForm.of("name=ada&role=app"), "name", "role")
                        .refused(violations.all(), UserForm.TITLES);
        assertThat(state.problemOf("role"))
                .isEqualTo("The role must be viewer, operator or admin.");
        assertThat(state.value("name")).isEqualTo("ada");
    }

    @Test
    void aPasswordKeepsItsBlanks() {
        var command = UserForm.firstAdmin(SentForm.of("name=ada&password=+a+b+&again=%20a%20b%20"));

        assertThat(command.name()).isEqualTo("ada");
        assertThat(command.password()).isEqualTo(" a b ").isEqualTo(command.again());
    }
}
