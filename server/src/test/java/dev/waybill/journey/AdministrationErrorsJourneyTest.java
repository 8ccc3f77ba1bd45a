package dev.waybill.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests and forms about apps, keys, users and the portal with several mistakes: all of them are
/// reported at once, and nothing is changed.
class AdministrationErrorsJourneyTest {

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final UiClient admin = UiClient.of(journey).signedIn(RunningService.ADMIN_KEY);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "POST /v1/apps | {'uid':'a b','name':' '} | /uid format, /name required",
                "POST /v1/apps | {'uid':1,'x':2} | /x unknown, /uid type",
                "PATCH /v1/apps/default | {'uid':'app_x','name':''} | /uid format, /name required",
                "POST /v1/api_keys | {'role':'root','mode':'prod','expires_at':'soon'}"
                        + " | /role format, /mode format, /expires_at format",
                "POST /v1/api_keys | {'name':7,'role':'app','app':'nobody'}"
                        + " | /name type, /app missing",
                "POST /v1/portal_links"
                        + " | {'app':'nobody','capabilities':['fly'],'session_seconds':0}"
                        + " | /capabilities missing, /session_seconds range, /app missing",
                "POST /v1/portal_links/expire | {'app':1,'mode':'live'} | /mode unknown, /app type",
                "PATCH /v1/portal | {'accent':'red','return_url':'x'}"
                        + " | /accent format, /return_url format",
                "PATCH /v1/apps/default/portal | {'embed_origins':[1,'x'],'y':1}"
                        + " | /y unknown, /embed_origins/0 type"
            })
    void theApiListsEveryViolation(String route, String body, String violations) {
        var method = route.split(" ", 2)[0];
        var path = route.split(" ", 2)[1];
        var json = body.replace('\'', '"');

        var answer = method.equals("POST") ? api.post(path, json) : api.patch(path, json);

        var errors =
                StreamSupport.stream(answer.expect(422).json().get("errors").spliterator(), false)
                        .map(error ->
                                ApiClient.text(error, "pointer")
                                        + " "
                                        + ApiClient.text(error, "code"))
                        .toList();
        assertThat(errors).isEqualTo(List.of(violations.split(", ")));
    }

    @Test
    void theFormOfAnAppShowsEveryViolation() {
        var page = admin.post("/ui/apps", "name", "n".repeat(201), "uid", "a b").expect(422);

        assertThat(page.text())
                .contains("id=\"name-wrong\"", "id=\"uid-wrong\"", "value=\"a b\"")
                .contains("The name must not be longer than 200", "The uid must be 1 to 64");
    }

    @Test
    void theFormOfAKeyShowsEveryViolation() {
        var page =
                admin.post(
                                "/ui/settings/keys",
                                "name",
                                "kept",
                                "role",
                                "viewer",
                                "app",
                                "default",
                                "expires_at",
                                "2020-01-01T00:00")
                        .expect(422);

        assertThat(page.text())
                .contains("id=\"app-wrong\"", "id=\"expires_at-wrong\"", "value=\"kept\"")
                .contains("The expiry is in the past.");
    }

    @Test
    void theFormOfAUserShowsEveryViolation() {
        var page = admin.post("/ui/settings/users", "name", "", "role", "producer").expect(422);

        assertThat(page.text()).contains("id=\"name-wrong\"", "id=\"role-wrong\"");
    }

    @Test
    void theFormOfThePortalShowsEveryViolation() {
        var page =
                admin.post(
                                "/ui/settings/portal",
                                "product",
                                "Acme",
                                "accent",
                                "red",
                                "return_url",
                                "http://acme.example/")
                        .expect(422);

        assertThat(page.text())
                .contains("id=\"accent-wrong\"", "id=\"return_url-wrong\"", "value=\"Acme\"")
                .contains("The accent must be a colour");
        assertThat(ApiClient.text(api.get("/v1/portal").expect(200).json(), "product")).isEmpty();
    }
}
