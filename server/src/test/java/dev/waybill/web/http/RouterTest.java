package dev.waybill.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouterTest {

    private static final Router ROUTER =
            new Router(
                    List.of(
                            route("GET", "/things"),
                            route("POST", "/things"),
                            route("GET", "/things/new"),
                            route("GET", "/things/{id}"),
                            route("PATCH", "/things/{id}"),
                            route("GET", "/things/{id}/parts/{part}"),
                            route("GET", "/pages/{*}")));

    private static Route route(String method, String pattern) {
        return Route.waiting(method, pattern, _ -> Response.noContent());
    }

    private static Router.Match find(String method, String path) {
        return ROUTER.find(SentRequest.of(method, path, ""));
    }

    @ParameterizedTest
    @CsvSource({
        "GET,   /things,            /things",
        "POST,  /things,            /things",
        "GET,   /things/new,        /things/new",
        "GET,   /things/17,         /things/{id}",
        "PATCH, /things/new,        /things/{id}",
        "GET,   /things/,           /things/{id}",
        "GET,   /things/1/parts/2,  /things/{id}/parts/{part}",
        "GET,   /pages/,            /pages/{*}",
        "GET,   /pages/a/b/c,       /pages/{*}",
    })
    void aPathLeadsToItsRoute(String method, String path, String pattern) {
        assertThat(find(method, path).route().pattern()).isEqualTo(pattern);
    }

    @Test
    void theNamedPartsOfAPathAreDecoded() {
        assertThat(find("GET", "/things/a%2Fb+c/parts/%C3%BC").parts())
                .containsEntry("id", "a/b+c")
                .containsEntry("part", "\u00fc");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DELETE | /things     | GET, POST",
                "DELETE | /things/17  | GET, PATCH",
                "get    | /things/new | GET, PATCH",
            })
    void anotherMethodIsRefusedWithThoseThatAreTaken(String method, String path, String allowed) {
        assertThatThrownBy(() -> find(method, path))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> {
                            assertThat(problem.type()).isEqualTo(ProblemType.METHOD_NOT_ALLOWED);
                            assertThat(problem.allowed()).isEqualTo(allowed);
                        });
    }

    @ParameterizedTest
    @CsvSource({
        "GET,  /",
        "GET,  /thing",
        "GET,  /Things",
        "GET,  /things/1/parts",
        "GET,  /things/1/parts/2/3",
        "GET,  /pages",
        "POST, /pages/a",
    })
    void anythingElseIsNotFound(String method, String path) {
        assertThatThrownBy(() -> find(method, path))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> {
                            assertThat(problem.type()).isEqualTo(ProblemType.NOT_FOUND);
                            assertThat(problem.detail())
                                    .isEqualTo("There is no " + path + " here.");
                        });
    }
}
