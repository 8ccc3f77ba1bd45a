package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Customers of the platform on pages.
class AppPagesJourneyTest {

    private static final String PATH = "/ui/apps";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final UiClient admin = UiClient.of(journey).signedIn(RunningService.ADMIN_KEY);
    private static final UiClient operator =
            UiClient.of(journey).signedIn(text(api.createKey("operator"), "key"));

    @Test
    void anAppIsMadeShownChangedAndDeleted() {
        var made = admin.post(PATH, "name", "<i>Acme</i>", "uid", "acme").expect(303);
        var page = made.header("Location").replaceFirst("\\?.*", "");
        assertThat(page).matches("/ui/apps/app_[0-9a-z]{26}");
        assertThat(operator.get(PATH).expect(200).text())
                .contains("&lt;i&gt;Acme", "acme", "platform")
                .doesNotContain("New app", "<i>Acme");
        assertThat(admin.get(page).expect(200).text())
                .contains("No endpoints", "No key is bound", "Delete")
                .contains(page.substring(PATH.length() + 1) + " · Waybill</title>")
                .contains("data-fixed=\"yes\"");
        assertThat(operator.get(PATH + "/acme").expect(200).text())
                .contains("&lt;i&gt;Acme")
                .doesNotContain("No key is bound", page + "/delete");

        admin.post(page + "/edit", "name", "Acme", "uid", "acme-inc").expect(303);

        assertThat(text(api.get("/v1/apps/acme-inc").json(), "name")).isEqualTo("Acme");
        admin.post(page + "/delete").expect(303);
        api.get("/v1/apps/acme-inc").expect(404);
        admin.get(page).expect(404);
    }

    @Test
    void endpointsAndKeysOfTheAppAreOnItsPage() {
        admin.post(PATH, "uid", "busy").expect(303);
        var json = ApiClient.JSON.createObjectNode();
        json.put("url", journey.receiver().at("/busy").url()).put("app", "busy");
        json.putArray("event_types").add("busy");
        var id = text(api.createEndpoint(json), "id");
        var body = "{\"role\":\"app\",\"app\":\"busy\"}";
        var key = api.post("/v1/api_keys", body).expect(201).json();

        var page = admin.get(PATH + "/busy").expect(200).text();

        assertThat(page).contains(id, text(key, "id")).doesNotContain(text(key, "key"));
        admin.post(PATH + "/busy/delete").expect(409);
        assertThat(admin.get("/ui/settings/keys/new?app=busy").expect(200).text())
                .contains("value=\"busy\"");
    }

    @Test
    void whatIsWrongIsToldBesideItsField() {
        admin.post(PATH, "uid", "twice").expect(303);

        assertThat(admin.post(PATH, "name", "kept", "uid", "twice").expect(409).text())
                .contains("id=\"uid-wrong\"", "value=\"kept\"");
        assertThat(admin.post(PATH, "uid", "app_x").expect(422).text())
                .contains("id=\"uid-wrong\"");
        admin.post(PATH).expect(422);
        assertThat(admin.post(PATH + "/default/edit", "uid", "other").expect(409).text())
                .contains("cannot be changed");
        admin.post(PATH + "/default/delete").expect(409);
    }
}
