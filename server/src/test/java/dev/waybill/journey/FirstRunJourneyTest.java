package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// From nothing to the first delivered event without leaving the overview.
class FirstRunJourneyTest {

    @RegisterExtension static final Journey journey = Journey.dev();
    @RegisterExtension static final Journey strict = Journey.strict();

    @Test
    void theFirstEventIsDeliveredOnTheFirstPage() {
        var admin = UiClient.of(journey).signedIn(RunningService.ADMIN_KEY);
        var begin = admin.get("/ui").expect(200).text();
        assertThat(begin).contains("Three steps", "action=\"/ui/start\"", "built-in receiver");

        var created = admin.post("/ui/start", "receiver", "built-in").expect(201).text();
        var endpoint = found("/ui/start/(whe_[0-9a-z]+)/test", created);
        var secret = found(">(whsec_[^<]+)<", created);
        assertThat(admin.get("/ui").expect(200).text())
                .contains("Send test event", endpoint)
                .doesNotContain(secret);

        var sent = admin.post("/ui/start/" + endpoint + "/test").expect(303).header("Location");
        assertThat(sent).startsWith("/ui?first=dlv_").doesNotContain(secret);
        var page =
                Eventually.get(
                        () -> admin.get(sent).expect(200).text(),
                        text -> text.contains("Everything works"));

        assertThat(page).contains("Delivered", "See the delivery");
        assertThat(found("<section[^>]* id=\"start\"([^>]*)>", page)).doesNotContain("data-live");
        var deeds = journey.api().list("/v1/audit_log?object_id=" + endpoint);
        assertThat(deeds)
                .extracting(deed -> text(deed, "action"))
                .containsExactly("webhook_endpoint.tested", "webhook_endpoint.created");
    }

    @Test
    void aUrlThatIsRefusedIsExplainedInPlace() {
        var admin = UiClient.of(strict).signedIn(RunningService.ADMIN_KEY);

        var page = admin.post("/ui/start", "url", "https://127.0.0.1/hook").expect(422).text();

        assertThat(page)
                .contains("The URL is refused", "private, local or reserved", "id=\"url-wrong\"")
                .contains("value=\"https://127.0.0.1/hook\"");
    }

    @Test
    void thereIsNoReceiverOutsideOfDevelopment() {
        var admin = UiClient.of(strict).signedIn(RunningService.ADMIN_KEY);

        assertThat(admin.get("/ui").expect(200).text()).doesNotContain("built-in receiver");
        admin.post("/ui/try").expect(404);
        admin.post("/ui/start", "receiver", "built-in").expect(422);
    }

    @Test
    void whoOnlyLooksIsToldTheCommandsAndCannotCreate() {
        var key = text(strict.api().createKey("viewer"), "key");
        var viewer = UiClient.of(strict).signedIn(key);

        assertThat(viewer.get("/ui").expect(200).text())
                .contains("Three steps", "/v1/webhook_endpoints -H")
                .doesNotContain("action=\"/ui/start\"");
        viewer.post("/ui/start", "url", "https://example.com").expect(403);
    }

    private static String found(String pattern, String page) {
        var matcher = Pattern.compile(pattern).matcher(page);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }
}
