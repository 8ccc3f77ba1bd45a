package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.ApiClient.texts;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A platform with customers: each has an app, its own endpoints, and sees nothing of the others.
class AppsJourneyTest {

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void anAppIsMadeReadChangedAndDeleted() {
        var made = api.post("/v1/apps", "{\"uid\":\"crud\",\"name\":\"Crud & Co\"}").expect(201);
        var id = text(made.json(), "id");
        assertThat(id).startsWith("app_");
        assertThat(text(made.json(), "object")).isEqualTo("app");

        assertThat(api.get("/v1/apps/crud").expect(200).json()).isEqualTo(made.json());
        assertThat(api.get("/v1/apps/" + id).expect(200).json()).isEqualTo(made.json());
        assertThat(texts(api.list("/v1/apps"), "uid")).contains("crud", "default", "platform");

        var changed = api.patch("/v1/apps/crud", "{\"uid\":\"crud2\"}").expect(200).json();
        assertThat(text(changed, "uid")).isEqualTo("crud2");
        assertThat(text(changed, "name")).isEqualTo("Crud & Co");
        api.get("/v1/apps/crud").expect(404);

        api.delete("/v1/apps/crud2").expect(204);
        api.delete("/v1/apps/crud2").expect(404);
        api.get("/v1/apps/" + id).expect(404);
    }

    @Test
    void anAppNeedsNoUid() {
        var made = api.post("/v1/apps", "{\"name\":\"Nameless\"}").expect(201).json();

        assertThat(text(made, "uid")).isEqualTo(text(made, "id"));
        var body = "{\"type\":\"a.b\",\"data\":{},\"app\":\"%s\"}".formatted(text(made, "id"));
        assertThat(text(api.post("/v1/events", body).expect(202).json(), "app"))
                .isEqualTo(text(made, "id"));
    }

    @Test
    void whatCannotBeIsRefused() {
        api.createApp("taken");

        api.post("/v1/apps", "{\"uid\":\"taken\"}").expect(409);
        api.patch("/v1/apps/taken", "{\"uid\":\"default\"}").expect(409);
        api.patch("/v1/apps/default", "{\"uid\":\"other\"}").expect(409);
        api.patch("/v1/apps/default", "{\"name\":\"We\"}").expect(200);
        api.delete("/v1/apps/default").expect(409);
        api.delete("/v1/apps/platform").expect(409);
        api.post("/v1/apps", "{}").expect(422);
        api.post("/v1/apps", "{\"uid\":\"a b\"}").expect(422);
        api.post("/v1/apps", "{\"uid\":\"app_x\"}").expect(422);
        api.post("/v1/apps", "{\"name\":\" \"}").expect(422);
        api.get("/v1/apps/nobody").expect(404);
    }

    @Test
    void repeatingACreationMakesOneApp() {
        var first = api.post("/v1/apps", "{\"uid\":\"twice\"}", "apps-twice").expect(201);
        var second = api.post("/v1/apps", "{\"uid\":\"twice\"}", "apps-twice").expect(201);

        assertThat(second.json()).isEqualTo(first.json());
        api.post("/v1/apps", "{\"uid\":\"thrice\"}", "apps-twice").expect(422);
    }

    @Test
    void anAppWithEndpointsStays() {
        api.createApp("busy");
        var endpoint = endpointOf("busy", "busy.*");

        api.delete("/v1/apps/busy").expect(409);
        api.delete("/v1/webhook_endpoints/" + endpoint).expect(204);
        api.delete("/v1/apps/busy").expect(204);
    }

    @Test
    void anEventReachesItsOwnAppOnly() {
        api.createApp("one");
        api.createApp("two");
        endpointOf("one", "reach.*");
        endpointOf("two", "reach.*");
        api.createEndpoint(receiver.at("/default-reach").url(), "reach.*");

        var event = publish("one", "reach.it");

        assertThat(text(api.event(event), "app")).isEqualTo("one");
        var delivery = api.awaitDelivery(event, "delivered");
        var endpoint =
                api.get("/v1/webhook_endpoints/" + text(delivery, "endpoint_id")).expect(200);
        assertThat(text(endpoint.json(), "app")).isEqualTo("one");
    }

    @Test
    void aListIsOfOneAppOrOfAllCustomers() {
        api.createApp("listed");
        var mine = publish("listed", "listed.mine");
        var others = publish("default", "listed.others");
        var platforms = publish("platform", "listed.platforms");
        var listed = "event_types=listed.*";

        assertThat(texts(api.feed(listed, 2), "id")).containsExactly(mine, others);
        assertThat(texts(api.feed(listed + "&app=listed", 1), "id")).containsExactly(mine);
        assertThat(texts(api.feed(listed + "&app=default", 1), "id")).containsExactly(others);
        assertThat(texts(api.feed(listed + "&app=platform", 1), "id")).containsExactly(platforms);
        api.get("/v1/events?app=nobody").expect(404);
        api.get("/v1/deliveries?app=nobody").expect(404);
        api.get("/v1/webhook_endpoints?app=nobody").expect(404);
    }

    @Test
    void producersOfTwoAppsMayGiveTheSameId() {
        api.createApp("same");
        var body = "{\"type\":\"same.id\",\"data\":%s,\"id\":\"same-1\",\"app\":\"%s\"}";
        api.post("/v1/events", body.formatted(1, "default")).expect(202);
        api.post("/v1/events", body.formatted(2, "same")).expect(202);

        assertThat(text(api.get("/v1/events/same-1").expect(200).json(), "app"))
                .isEqualTo("default");
        assertThat(text(api.get("/v1/events/same-1?app=same").expect(200).json(), "app"))
                .isEqualTo("same");
    }

    @Test
    void aBatchMayBeForSeveralApps() {
        api.createApp("batch");
        var lines =
                """
                {"type":"batched.a","data":{},"app":"batch"}
                {"type":"batched.b","data":{},"app":"nobody"}
                {"type":"batched.c","data":{}}
                """;

        var rows = ApiClient.rows(api.postLines("/v1/events/batch", lines).expect(200).json());

        assertThat(rows)
                .extracting(row -> row.get("status").intValue())
                .containsExactly(202, 422, 202);
        assertThat(texts(api.feed("app=batch", 1), "type")).containsExactly("batched.a");
    }

    private static String publish(String app, String type) {
        var body = "{\"type\":\"%s\",\"data\":{},\"app\":\"%s\"}".formatted(type, app);
        return text(api.post("/v1/events", body).expect(202).json(), "id");
    }

    private static String endpointOf(String app, String eventTypes) {
        var json = ApiClient.JSON.createObjectNode();
        json.put("url", receiver.at("/" + app).url()).put("app", app);
        json.putArray("event_types").add(eventTypes);
        return text(api.createEndpoint(json), "id");
    }
}
