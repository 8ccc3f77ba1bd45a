package dev.waybill.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormTest {

    private static Form form(String body) {
        return Form.of(SentRequest.post("/form", body));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name=Ann      | Ann     | 'Ann'",
                "name=+Ann+B+  | Ann B   | ' Ann B '",
                "name=a&name=b | b       | 'b'",
                "name=         | ''      | ''",
                "name          | ''      | ''",
                "other=x       | ''      | ''",
                "name=%C3%BC   | \u00fc  | '\u00fc'",
                "name=%0a      | ''      | '\n'",
            })
    void aFieldHasWhatWasEnteredLast(String body, String text, String raw) {
        assertThat(form(body).text("name")).isEqualTo(text);
        assertThat(form(body).raw("name")).isEqualTo(raw);
    }

    @Test
    void aRepeatedFieldHasAllThatIsNotBlank() {
        var form = form("tick=a&tick=+&tick=+b+&tick=&other=c");

        assertThat(form.texts("tick")).containsExactly("a", "b");
        assertThat(form.texts("none")).isEmpty();
        assertThat(form.names()).containsExactly("tick", "other");
        assertThat(form.has("tick")).isTrue();
        assertThat(form.has("none")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/x-www-form-urlencoded",
                "Application/X-WWW-Form-Urlencoded ; charset=utf-8",
            })
    void theTypeOfAFormIsTaken(String type) {
        var request = SentRequest.post("/form", "a=b").with("Content-Type", type);

        assertThat(Form.of(request).text("a")).isEqualTo("b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "text/plain", "multipart/form-data; boundary=x", "application/json"})
    void anyOtherTypeIsRefused(String type) {
        var request = SentRequest.post("/form", "a=b").with("Content-Type", type);

        assertThatThrownBy(() -> Form.of(request))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.type())
                                        .isEqualTo(ProblemType.UNSUPPORTED_MEDIA_TYPE));
    }
}
