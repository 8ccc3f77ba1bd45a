package dev.waybill.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CookiesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a=1              | 1",
                "b=2; a=1         | 1",
                "a=1; a=2         | 1",
                "b=2;a = 1 ;c=3   | 1",
                "a=               | ''",
                "a=x=y            | x=y",
                "A=1              |",
                "aa=1; ba=2       |",
                "a                |",
                "=1               |",
                ";;               |",
            })
    void theFirstCookieOfTheNameIsFound(String header, @Nullable String value) {
        var request = SentRequest.get("/").with("Cookie", header);

        assertThat(Cookies.find(request, "a").orElse(null)).isEqualTo(value);
    }

    @Test
    void aRequestWithoutCookiesHasNone() {
        assertThat(Cookies.find(SentRequest.get("/"), "a")).isEmpty();
    }
}
