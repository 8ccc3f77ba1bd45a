package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Secrets on pages: shown to who asks and may, once, and written down.
class SecretPagesJourneyTest {

    private static final String API = "/v1/webhook_endpoints/";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final UiClient admin = UiClient.of(journey).signedIn(RunningService.ADMIN_KEY);
    private static final UiClient viewer =
            UiClient.of(journey).signedIn(text(api.createKey("viewer"), "key"));

    @Test
    void aSecretIsRevealedByAFormAndWrittenDownOnce() {
        var made = api.createEndpoint(journey.receiver().at("/revealed").url());
        var id = text(made, "id");

        var page = admin.post("/ui/endpoints/" + id + "/reveal").expect(200);

        assertThat(page.text()).contains(text(made, "secret"), "data-secret=\"shown\"");
        assertThat(page.text()).contains("data-reveal hidden>", "data-dialog=\"rotate\"");
        assertThat(page.header("Cache-Control")).isEqualTo("no-store");
        assertThat(actions(id))
                .containsExactly("webhook_endpoint.secret_revealed", "webhook_endpoint.created");
        var deed = api.list("/v1/audit_log?object_id=" + id).getFirst();
        assertThat(text(deed, "source")).startsWith("ui ");
        assertThat(deed.toString()).doesNotContain(text(made, "secret"));
        assertThat(admin.get("/ui/endpoints/" + id).expect(200).text())
                .doesNotContain(text(made, "secret"));
    }

    @Test
    void rotatingShowsBothSecretsAndWhenTheOldOneEnds() {
        var made = api.createEndpoint(journey.receiver().at("/rotated").url());
        var id = text(made, "id");

        var page =
                admin.post("/ui/endpoints/" + id + "/rotate", "overlap_seconds", "3600")
                        .expect(200)
                        .text();

        var now = api.post(API + id + "/reveal_secret", "").expect(200).json();
        assertThat(text(now, "secret")).isNotEqualTo(text(made, "secret"));
        assertThat(text(now, "previous_secret")).isEqualTo(text(made, "secret"));
        assertThat(page)
                .contains(text(now, "secret"), text(made, "secret"))
                .contains("signs until it is rotated", "signs too, until")
                .contains("datetime=\"" + text(now, "previous_secret_until") + "\"");
        assertThat(admin.get("/ui/endpoints/" + id).expect(200).text())
                .contains("signs too, until", text(now, "previous_secret_until"))
                .doesNotContain(text(now, "secret"), text(made, "secret"));
        admin.post("/ui/endpoints/" + id + "/rotate", "overlap_seconds", "99999999").expect(422);
        assertThat(actions(id)).filteredOn("webhook_endpoint.secret_rotated"::equals).hasSize(1);
    }

    @Test
    void aSecretThatIsRefusedLosesNothingElseThatWasChosen() {
        var id = text(api.createEndpoint(journey.receiver().at("/refused").url()), "id");

        var page =
                admin.post(
                                "/ui/endpoints/" + id + "/rotate",
                                "overlap_seconds",
                                "3600",
                                "signature",
                                "hex",
                                "secret",
                                "much-too-short")
                        .expect(422)
                        .text();

        assertThat(page)
                .contains("<title>Signing secret of " + id, "aria-invalid=\"true\"", "secret-wrong")
                .contains("value=\"3600\" selected", "value=\"hex\" selected")
                .doesNotContain("much-too-short");
        assertThat(actions(id)).containsExactly("webhook_endpoint.created");
    }

    @Test
    void whoOnlyLooksSeesNoSecretAndCannotAsk() {
        var made = api.createEndpoint(journey.receiver().at("/hidden").url());
        var page = "/ui/endpoints/" + text(made, "id");

        assertThat(viewer.get(page).expect(200).text())
                .contains("whsec_••••")
                .doesNotContain(text(made, "secret"), "/reveal", "/rotate", "/edit", "/delete");
        for (var action : List.of("/reveal", "/rotate", "/edit", "/delete", "/test")) {
            viewer.post(page + action).expect(403);
        }
        viewer.post("/ui/endpoints/new", "url", "https://example.com").expect(403);
        assertThat(actions(text(made, "id"))).containsExactly("webhook_endpoint.created");
    }

    private static List<String> actions(String id) {
        return api.list("/v1/audit_log?object_id=" + id).stream()
                .map(deed -> text(deed, "action"))
                .toList();
    }
}
