package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The pages of alerts, channels and rules, and the state of an owner's address in the portal.
class AlertPagesJourneyTest {

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final UiClient admin = UiClient.of(journey).signedIn(RunningService.ADMIN_KEY);

    @Test
    void anAlertIsAcknowledgedAndSnoozed() {
        var endpoint = text(api.createEndpoint(journey.receiver().at("/x").url(), "x.y"), "id");
        var id = AlertRows.insert(journey, endpoint, "endpoint.failing");
        var page = "/ui/alerts/" + id;

        var list = admin.get("/ui/alerts").expect(200).text();
        assertThat(list).contains(page, "Firing", "<span class=\"badge\">");
        assertThat(admin.get("/ui/endpoints/" + endpoint).expect(200).text()).contains(page);
        admin.post(page + "/acknowledge", "note", "I look at it").expect(303);
        assertThat(admin.get(page).expect(200).text()).contains("Acknowledged", "I look at it");
        admin.post(page + "/snooze", "seconds", "3600").expect(303);
        assertThat(admin.get(page).expect(200).text()).contains("Snoozed");
        admin.post(page + "/snooze", "seconds", "5").expect(422);

        var shown = api.get("/v1/alerts/" + id).expect(200).json();
        assertThat(text(shown, "state")).isEqualTo("firing");
        assertThat(text(shown, "note")).isEqualTo("I look at it");
        assertThat(shown.get("snoozed_until").isNull()).isFalse();
        assertThat(api.list("/v1/alerts?state=firing"))
                .extracting(one -> text(one, "id"))
                .contains(id);
        AlertRows.insert(journey, endpoint, "endpoint.failing");
        assertThat(api.list("/v1/alerts?state=resolved"))
                .extracting(one -> text(one, "id"))
                .contains(id);
        api.post("/v1/alerts/" + id + "/acknowledge", "{}").expect(409);
        api.get("/v1/alerts?state=other").expect(400);
    }

    @Test
    void aChannelIsCreatedTestedPausedAndDeleted() {
        var path = "/ui/settings/notifications";
        var refused =
                admin.post(path + "/channels", "kind", "slack", "name", "Team", "url", "ftp://x");
        assertThat(refused.expect(422).text()).contains("Team").doesNotContain("ftp://x");
        var url = journey.receiver().at("/WaybillMarkerPath").url();
        admin.post(path + "/channels", "kind", "slack", "name", "Team chat", "url", url)
                .expect(303);

        var list = admin.get(path).expect(200).text();
        assertThat(list).contains("Team chat", "service.backlog").doesNotContain("MarkerPath");
        var id =
                api.list("/v1/notification_channels").stream()
                        .filter(channel -> text(channel, "name").equals("Team chat"))
                        .map(channel -> text(channel, "id"))
                        .findFirst()
                        .orElseThrow();
        admin.post(path + "/channels/" + id + "/test").expect(303);
        assertThat(journey.receiver().at("/WaybillMarkerPath").next().text()).contains("test");
        Eventually.holds(() ->
                !api.get("/v1/notification_channels/" + id).json().get("last_sent_at").isNull());
        admin.post(path + "/channels/" + id + "/pause").expect(303);
        assertThat(admin.get(path).text()).contains("Paused");
        admin.post(path + "/channels/" + id + "/resume").expect(303);
        admin.post(path + "/channels/" + id + "/delete").expect(303);
        assertThat(admin.get(path).text()).doesNotContain("Team chat");
    }

    @Test
    void aRuleIsPreviewedAndSaved() {
        var path = "/ui/settings/notifications/rules/endpoint.failing";

        assertThat(admin.get(path + "?first_minutes=30").expect(200).text())
                .contains("would have fired 0 times", "value=\"30\"");
        assertThat(admin.get(path + "?first_minutes=1").expect(422).text()).contains("10 to 1440");
        admin.post(
                        path,
                        "enabled",
                        "true",
                        "first_minutes",
                        "45",
                        "second_minutes",
                        "1440",
                        "expiring_minutes",
                        "720")
                .expect(303);
        assertThat(admin.get(path).expect(200).text()).contains("value=\"45\"");
        assertThat(admin.post(path, "enabled", "true", "first_minutes", "x").expect(422).text())
                .contains("10 to 1440");
        assertThat(
                        api.get("/v1/alert_rules/endpoint.failing")
                                .json()
                                .get("thresholds")
                                .get("first_minutes")
                                .intValue())
                .isEqualTo(45);
    }

    @Test
    void aCustomerSeesTheStateOfTheAddress() {
        api.createApp("owned");
        var link = api.post("/v1/portal_links", "{\"app\":\"owned\"}").expect(201).json();
        var code = URI.create(text(link, "url")).getFragment();
        var customer =
                UiClient.of(journey)
                        .with(UiClient.of(journey).post("/portal/enter", "code", code).expect(303));

        customer.post(
                        "/portal/endpoints/new",
                        "url",
                        journey.receiver().at("/owned").url(),
                        "event_types",
                        "*",
                        "owner_email",
                        "me@owned.example")
                .expect(201);

        var id = text(api.list("/v1/webhook_endpoints?app=owned").getFirst(), "id");
        var page = customer.get("/portal/endpoints/" + id).expect(200).text();
        assertThat(page).contains("me@owned.example, unconfirmed");
        var again = customer.post("/portal/endpoints/" + id + "/confirm_owner").expect(303);
        assertThat(again.header("Location")).contains("confirmation_limited");
    }
}
