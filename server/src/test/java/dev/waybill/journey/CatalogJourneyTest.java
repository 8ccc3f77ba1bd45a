package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The catalog on pages: read, written, and tried out.
class CatalogJourneyTest {

    private static final String PATH = "/ui/event-types";

    private static final String WRONG_SCHEMA =
            """
            {
              "type": "object",
              "properties": {
                "n": {"type": 7}
              }
            }
            """;

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final UiClient admin = UiClient.of(journey).signedIn(RunningService.ADMIN_KEY);
    private static final UiClient operator =
            UiClient.of(journey).signedIn(text(api.createKey("operator"), "key"));
    private static final UiClient viewer =
            UiClient.of(journey).signedIn(text(api.createKey("viewer"), "key"));

    @Test
    void aTypeIsMadeReadAndChanged() {
        admin.get(PATH + "/new-type").expect(200);
        String[] form = {
            "name",
            "made.here",
            "description",
            "<b>Made</b> on a page.",
            "guidance",
            "Look it up.\r\nThen act.",
            "ttl_seconds",
            "15m",
            "schema",
            "{\"type\": \"object\"}",
            "validate",
            "on",
            "example",
            "{\"n\": 12345678901234567890}"
        };

        var made = admin.post(PATH, form).expect(303);

        assertThat(made.header("Location")).isEqualTo(PATH + "/made.here?done=type_saved");
        var type = api.get("/v1/event_types/made.here").json();
        assertThat(type.get("ttl_seconds").intValue()).isEqualTo(900);
        assertThat(type.get("validate").booleanValue()).isTrue();
        var page = viewer.get(PATH + "/made.here").expect(200).text();
        assertThat(page)
                .contains("15 min, then it is no longer sent", "Look it up.", "&lt;b&gt;Made")
                .contains("12345678901234567890", "No subscribers")
                .doesNotContain("<b>Made", PATH + "/made.here/edit", "/delete");
        assertThat(viewer.get(PATH).expect(200).text()).contains("made.here", "15 min");
        assertThat(admin.get(PATH + "/made.here/edit").expect(200).text())
                .contains("value=\"15m\"", "checked");

        admin.post(PATH + "/made.here/edit", "description", "Shorter.").expect(303);

        var changed = api.get("/v1/event_types/made.here").json();
        assertThat(changed.get("ttl_seconds").isNull()).isTrue();
        assertThat(changed.get("schema").isNull()).isTrue();
        assertThat(text(changed, "description")).isEqualTo("Shorter.");
    }

    @Test
    void whatIsWrongIsToldByItsLine() {
        var schema = admin.post(PATH, "name", "wrong.one", "schema", WRONG_SCHEMA);
        assertThat(schema.expect(422).text())
                .contains("id=\"schema-wrong\"", "Line 4: ", "value=\"wrong.one\"");
        var json = admin.post(PATH, "name", "wrong.one", "example", "{\n\"a\": oops}");
        assertThat(json.expect(422).text()).contains("id=\"example-wrong\"", "Line 2, column");
        var example =
                admin.post(
                        PATH,
                        "name",
                        "wrong.one",
                        "schema",
                        "{\"properties\":{\"n\":{\"type\":\"integer\"}}}",
                        "example",
                        "{\n\n\"n\": \"one\"}");
        assertThat(example.expect(422).text()).contains("id=\"example-wrong\"", "Line 3: ");
        var ttl = admin.post(PATH, "name", "wrong.one", "ttl_seconds", "soon");
        assertThat(ttl.expect(422).text()).contains("id=\"ttl_seconds-wrong\"", "value=\"soon\"");
        api.get("/v1/event_types/wrong.one").expect(404);
        admin.post(PATH, "name", "").expect(422);
    }

    @Test
    void theFormShowsEveryViolationAndKeepsEveryValue() {
        var page =
                admin.post(
                                PATH,
                                "name",
                                "wrong name",
                                "ttl_seconds",
                                "soon",
                                "max_attempts",
                                "900",
                                "retry_policy",
                                "none-such",
                                "validate",
                                "on")
                        .expect(422)
                        .text();

        assertThat(page)
                .contains(
                        "id=\"name-wrong\"",
                        "id=\"ttl_seconds-wrong\"",
                        "id=\"max_attempts-wrong\"",
                        "id=\"retry_policy-wrong\"",
                        "id=\"validate-wrong\"",
                        "value=\"wrong name\"",
                        "value=\"none-such\"",
                        "The TTL must be a time such as");
        admin.post(PATH, "name", "taken.name").expect(303);
        assertThat(admin.post(PATH, "name", "taken.name").expect(409).text())
                .contains("id=\"name-wrong\"", "There is an event type taken.name already.");
    }

    @Test
    void whoDeprecatesSeesWhomItConcerns() {
        admin.post(PATH, "name", "going.away").expect(303);
        var url = journey.receiver().at("/going").url();
        api.createEndpoint(url, "going.*");
        var page = admin.get(PATH + "/going.away").expect(200).text();
        assertThat(page.substring(page.indexOf("id=\"deprecate\""))).contains(url);

        admin.post(PATH + "/going.away/deprecate").expect(303);

        assertThat(api.get("/v1/event_types/going.away").json().get("deprecated").booleanValue())
                .isTrue();
        assertThat(admin.get(PATH).expect(200).text()).contains("deprecated");
        admin.post(PATH + "/going.away/restore").expect(303);
        admin.post(PATH + "/going.away/delete").expect(303);
        api.get("/v1/event_types/going.away").expect(404);
        admin.get(PATH + "/going.away").expect(404);
        assertThat(
                        api.list("/v1/audit_log?object_id=going.away").stream()
                                .map(deed -> text(deed, "action")))
                .contains("event_type.created", "event_type.updated", "event_type.deleted");
    }

    @Test
    void theExampleGoesToOneEndpointOnly() {
        admin.post(PATH, "name", "sent.example", "example", "{\"n\":1}").expect(303);
        var id = text(api.createEndpoint(journey.receiver().at("/one").url(), "sent.*"), "id");
        var other = text(api.createEndpoint(journey.receiver().at("/two").url(), "sent.*"), "id");
        operator.post(PATH + "/sent.example/send", "endpoint", "").expect(422);
        viewer.post(PATH + "/sent.example/send", "endpoint", id).expect(403);

        var sent = operator.post(PATH + "/sent.example/send", "endpoint", id).expect(303);

        assertThat(sent.header("Location")).startsWith("/ui/deliveries/dlv_");
        assertThat(api.list("/v1/deliveries?endpoint_id=" + id)).hasSize(1);
        assertThat(api.list("/v1/deliveries?endpoint_id=" + other)).isEmpty();
    }
}
