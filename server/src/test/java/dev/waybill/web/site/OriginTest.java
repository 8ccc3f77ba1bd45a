package dev.waybill.web.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.SentRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginTest {

    private static SentRequest form(String host, @Nullable String site, @Nullable String origin) {
        var request = SentRequest.post("/ui/login", "").with("Host", host);
        if (site != null) {
            request = request.with("Sec-Fetch-Site", site);
        }
        return origin == null ? request : request.with("Origin", origin);
    }

    @ParameterizedTest
    @CsvSource({
        "w.example.com,      same-origin, https://w.example.com",
        "w.example.com,      same-origin,",
        "w.example.com,                 , https://w.example.com",
        "w.example.com:8080,            , http://W.Example.com:8080",
        "[::1]:8080,                    , http://[::1]:8080",
    })
    void aFormOfOurOwnPageIsTaken(String host, @Nullable String site, @Nullable String origin) {
        assertThatCode(() -> Origin.requireOwn(form(host, site, origin)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "w.example.com,            ,",
        "w.example.com, cross-site ,",
        "w.example.com, same-site  , https://w.example.com",
        "w.example.com, none       ,",
        "w.example.com, same-origin, https://evil.example.com",
        "w.example.com,            , https://evil.example.com",
        "w.example.com,            , https://w.example.com:8443",
        "w.example.com,            , https://w.example.com.evil.com",
        "w.example.com,            , null",
        "w.example.com,            , not a URL",
        "w.example.com,            , ''",
    })
    void aFormOfAnotherSiteIsRefused(String host, @Nullable String site, @Nullable String origin) {
        assertThatThrownBy(() -> Origin.requireOwn(form(host, site, origin)))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.type()).isEqualTo(ProblemType.FORBIDDEN));
    }

    @ParameterizedTest
    @CsvSource({
        "localhost,          , true",
        "localhost:8080,     , true",
        "127.0.0.1:8080,     , true",
        "[::1],              , true",
        "example.com,   https, true",
        "example.com,   HTTPS, true",
        "example.com,   http , false",
        "example.com,        , false",
        "127.0.0.2,          , false",
        "localhost.evil.com, , false",
    })
    void nobodyListensOnHttpsOrOnThisMachine(
            String host, @Nullable String proto, boolean isPrivate) {
        var request = SentRequest.get("/ui").with("Host", host);

        assertThat(
                        Origin.isPrivate(
                                proto == null ? request : request.with("X-Forwarded-Proto", proto)))
                .isEqualTo(isPrivate);
    }
}
