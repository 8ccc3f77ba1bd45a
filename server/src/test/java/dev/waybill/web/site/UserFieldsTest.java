package dev.waybill.web.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.feature.users.Users;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.SentRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserFieldsTest {

    private static Form form(String body) {
        return Form.of(SentRequest.post("/ui/settings/users", body), 10_000);
    }

    @ParameterizedTest
    @CsvSource({
        "name=ann@example.com, ann@example.com",
        "name=++Ann+Smith++,   Ann Smith",
        "name=J%C3%B6rg,       J\u00f6rg",
    })
    void aNameIsOneLine(String body, String name) {
        assertThat(UserFields.name(form(body))).isEqualTo(name);
        assertThat(UserFields.name(form("name=" + "x".repeat(Users.NAME_LENGTH_MAX))))
                .hasSize(Users.NAME_LENGTH_MAX);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "name=", "name=+++", "name=a%0Ab", "name=a%00", "name=%E2%80%AEnna"})
    void aNameThatHidesSomethingIsRefused(String body) {
        assertRefused(() -> UserFields.name(form(body)), "/name");
    }

    @Test
    void aNameHasALength() {
        var body = "name=" + "x".repeat(Users.NAME_LENGTH_MAX + 1);

        assertRefused(() -> UserFields.name(form(body)), "/name");
    }

    @ParameterizedTest
    @CsvSource({
        "password=long+enough+one&again=long+enough+one, 'long enough one'",
        "password=+twelve+chars&again=+twelve+chars,     ' twelve chars'",
    })
    void aPasswordKeepsItsBlanks(String body, String password) {
        assertThat(UserFields.chosen(form(body))).isEqualTo(password);
    }

    @ParameterizedTest
    @CsvSource({
        "password=&again=,                                 /password",
        "password=short&again=short,                       /password",
        "password=elevenchars&again=elevenchars,           /password",
        "password=twelve+chars&again=,                     /again",
        "password=twelve+chars&again=twelve+chars+,        /again",
        "password=twelve+chars&again=Twelve+chars,         /again",
    })
    void aPasswordIsLongAndEnteredTwice(String body, String field) {
        assertRefused(() -> UserFields.chosen(form(body)), field);
    }

    private static void assertRefused(Runnable read, String field) {
        assertThatThrownBy(read::run)
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.field()).isEqualTo(field));
    }
}
