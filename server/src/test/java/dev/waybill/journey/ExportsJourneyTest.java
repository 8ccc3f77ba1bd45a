package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.JSON;
import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Lists that are taken along as files, found by key, and chosen from.
class ExportsJourneyTest {

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final UiClient admin = UiClient.of(journey).signedIn(RunningService.ADMIN_KEY);
    private static final UiClient viewer =
            UiClient.of(journey).signedIn(text(api.createKey("viewer"), "key"));

    @Test
    void deliveriesAreTakenAlongAsTheyAreFiltered() {
        api.createEndpoint(journey.receiver().at("/export").url(), "export.one", "export.other");
        api.post("/v1/events", "{\"id\":\"-1\",\"type\":\"export.one\",\"data\":{}}").expect(202);
        var one = text(api.awaitDelivery("-1", "delivered"), "id");
        var other = text(api.awaitDelivery(api.publish("export.other"), "delivered"), "id");

        var csv = admin.get("/ui/deliveries/export?format=csv&type=export.one").expect(200);
        assertThat(csv.header("Content-Disposition"))
                .startsWith("attachment; filename=\"deliveries-");
        assertThat(csv.header("Content-Type")).startsWith("text/csv");
        assertThat(csv.text().lines().toList()).hasSize(2);
        assertThat(csv.text()).contains(one + ",delivered,", ",'-1,").doesNotContain(other);

        var json = admin.get("/ui/deliveries/export?format=json&state=delivered").expect(200);
        assertThat(json.header("Content-Disposition")).endsWith(".json\"");
        var list = JSON.readTree(json.text());
        assertThat(list.get("complete").booleanValue()).isTrue();
        assertThat(ApiClient.texts(ApiClient.rows(list), "id")).contains(one, other);

        assertThat(testMode().get("/ui/deliveries/export").expect(200).text().lines().toList())
                .hasSize(1);
    }

    private static UiClient testMode() {
        var body = "{\"role\":\"viewer\",\"mode\":\"test\"}";
        return UiClient.of(journey)
                .signedIn(text(api.post("/v1/api_keys", body).expect(201).json(), "key"));
    }

    @Test
    void theAuditLogIsTakenAlongWithoutFormulas() {
        var url = journey.receiver().at("/audited").url();
        var id = text(api.createEndpoint(url, "audited"), "id");
        admin.post("/ui/endpoints/" + id + "/pause", "reason", "=HYPERLINK(\"//evil\")")
                .expect(303);

        var csv = admin.get("/ui/audit/export?format=csv&object=" + id).expect(200).text();

        assertThat(csv).contains("webhook_endpoint.created", "webhook_endpoint.paused");
        assertThat(csv.lines()).noneMatch(line -> line.matches(".*(^|,)\"?=HYPER.*"));
        assertThat(admin.get("/ui/audit/export?format=json&object=" + id).expect(200).text())
                .startsWith("{\"object\":\"list\",\"complete\":true");
        viewer.get("/ui/audit/export").expect(403);
    }

    @Test
    void anIdempotencyKeyLeadsToWhatWasPublishedUnderIt() {
        api.createEndpoint(journey.receiver().at("/keyed").url(), "keyed.event");
        var body = "{\"type\":\"keyed.event\",\"data\":{}}";
        var event = text(api.post("/v1/events", body, "order-4711").expect(202).json(), "id");
        var delivery = text(api.awaitDelivery(event, "delivered"), "id");

        assertThat(admin.get("/ui/deliveries?q=order-4711").expect(303).header("Location"))
                .isEqualTo("/ui/deliveries/" + delivery);
        assertThat(testMode().get("/ui/deliveries?q=order-4711").expect(200).text())
                .contains("No match");
    }

    @Test
    void rowsAreChosenByWhoMaySendThem() {
        api.createEndpoint(journey.receiver().at("/rows").url(), "rows.chosen");
        var id = text(api.awaitDelivery(api.publish("rows.chosen"), "delivered"), "id");
        var list = "/ui/deliveries?type=rows.chosen";

        assertThat(admin.get(list).expect(200).text())
                .contains("name=\"" + id + "\"", "Replay chosen", "/ui/replays/new?plan=yes&amp;")
                .contains("range=24h&amp;state=ended&amp;type=rows.chosen");
        assertThat(admin.get(list + "&state=pending").expect(200).text())
                .doesNotContain("Replay all that match");
        assertThat(viewer.get(list).expect(200).text())
                .contains(id)
                .doesNotContain("data-pick", "/ui/replays/new");
    }
}
