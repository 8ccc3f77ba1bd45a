package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.ApiClient.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// A platform writes down what its events are, and events that are not that are refused.
class EventTypesJourneyTest {

    private static final String PATH = "/v1/event_types";

    private static final String ORDER =
            """
            {'name': 'order.placed', 'description': 'An order came in.',
             'guidance': 'Reserve stock.\\nAnswer within a second.',
             'ttl_seconds': 3600, 'expires_at_pointer': '/valid_until', 'max_attempts': 4,
             'retry_policy': 'billing', 'validate': true, 'deprecated': true,
             'schema': {'type': 'object', 'required': ['total'],
                        'properties': {'total': {'type': 'integer', 'minimum': 1}}},
             'example': {'total': 5}}
            """;

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void aTypeIsMadeShownChangedAndDeleted() {
        var made = create(ORDER, 201).json();
        assertThat(text(made, "object")).isEqualTo("event_type");
        assertThat(text(made, "guidance")).isEqualTo("Reserve stock.\nAnswer within a second.");
        assertThat(made.get("schema").get("properties").get("total").get("minimum").intValue())
                .isEqualTo(1);
        assertThat(made.get("deprecated").booleanValue()).isTrue();
        assertThat(api.get(PATH + "/order.placed").expect(200).json()).isEqualTo(made);
        assertThat(texts(api.list(PATH), "name")).contains("order.placed");
        create(ORDER, 409);

        var changed =
                api.patch(PATH + "/order.placed", "{\"ttl_seconds\":null,\"max_attempts\":9}")
                        .expect(200)
                        .json();
        assertThat(changed.get("ttl_seconds").isNull()).isTrue();
        assertThat(changed.get("max_attempts").intValue()).isEqualTo(9);
        assertThat(text(changed, "expires_at_pointer")).isEqualTo("/valid_until");
        // Unchanged settings are checked together with the changed ones.
        var broken = api.patch(PATH + "/order.placed", "{\"example\":{\"total\":0}}").expect(422);
        assertThat(text(broken.json(), "field")).isEqualTo("/example/total");
        api.patch(PATH + "/order.placed", "{\"schema\":null}").expect(422);
        api.patch(PATH + "/order.placed", "{\"name\":\"order.other\"}").expect(422);

        api.delete(PATH + "/order.placed").expect(204);
        api.delete(PATH + "/order.placed").expect(404);
        api.get(PATH + "/order.placed").expect(404);
        api.patch(PATH + "/order.placed", "{}").expect(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | /name",
                "{'name':'no spaces'} | /name",
                "{'name':'bad.type','colour':1} | /colour",
                "{'name':'bad.type','ttl_seconds':0} | /ttl_seconds",
                "{'name':'bad.type','ttl_seconds':1.5} | /ttl_seconds",
                "{'name':'bad.type','expires_at_pointer':'until'} | /expires_at_pointer",
                "{'name':'bad.type','expires_at_pointer':'/a~2'} | /expires_at_pointer",
                "{'name':'bad.type','max_attempts':0} | /max_attempts",
                "{'name':'bad.type','retry_policy':'none-such'} | /retry_policy",
                "{'name':'bad.type','retry_policy':{'kind':'x'}} | /retry_policy/kind",
                "{'name':'bad.type','validate':true} | /validate",
                "{'name':'bad.type','validate':'yes'} | /validate",
                "{'name':'bad.type','schema':{'type':'objct'}} | /schema/type",
                "{'name':'bad.type','schema':7} | /schema",
                "{'name':'bad.type','schema':{'$ref':'http://127.0.0.1/s'}} | /schema/$ref",
                "{'name':'bad.type','schema':{'$ref':'#'}} | /schema",
                "{'name':'bad.type','schema':{'type':'object'},'example':[]} | /example",
            })
    void whatIsWrongIsToldAtItsPlace(String body, String field) {
        assertThat(text(create(body, 422).json(), "field")).isEqualTo(field);
        api.get(PATH + "/bad.type").expect(404);
    }

    @Test
    void everyViolationIsListedAtOnce() {
        var problem =
                create(
                                "{'name':'bad type','ttl_seconds':0,'retry_policy':{'kind':'list',"
                                        + "'waits_seconds':[0,1,-1]},'schema':{'type':'objct',"
                                        + "'minimum':'x'},'deprecated':1}",
                                422)
                        .json();

        assertThat(texts(ApiClient.rows(page(problem)), "pointer"))
                .containsExactlyInAnyOrder(
                        "/name",
                        "/ttl_seconds",
                        "/retry_policy/waits_seconds/0",
                        "/retry_policy/waits_seconds/2",
                        "/schema/type",
                        "/schema/minimum",
                        "/deprecated");
        assertThat(problem.get("errors")).allMatch(error -> error.has("code"));
        assertThat(text(problem, "detail")).endsWith("And 6 more, listed in errors.");
    }

    @Test
    void aPublishThatBreaksTheSchemaIsRefused() {
        create(ORDER.replace("order.placed", "order.checked"), 201);

        var answer = publish("order.checked", "{'total':0,'note':'x'}").expect(422).json();

        assertThat(text(answer, "field")).isEqualTo("/data/total");
        assertThat(texts(ApiClient.rows(page(answer)), "pointer")).containsExactly("/data/total");
        assertThat(publish("order.checked", "{}").expect(422).text()).contains("/data/total");
        assertThat(api.list("/v1/events?event_types=order.checked")).isEmpty();
        publish("order.checked", "{'total':3}").expect(202);
    }

    @Test
    void violationsOfTheSchemaAreListedWithTheOthers() {
        create(ORDER.replace("order.placed", "order.wrong"), 201);
        var event = "{\"type\":\"order.wrong\",\"data\":{\"total\":0},\"id\":\"a b\",\"x\":1}";

        var problem = api.post("/v1/events", event).expect(422).json();
        var item = api.post("/v1/events/batch", "[" + event + "]").expect(200).json().get("data");

        assertThat(text(problem, "field")).isEqualTo("/x");
        assertThat(texts(ApiClient.rows(page(problem)), "pointer"))
                .containsExactly("/x", "/id", "/data/total");
        assertThat(texts(ApiClient.rows(page(problem)), "code"))
                .containsExactly("unknown", "format", "schema");
        assertThat(texts(ApiClient.rows(page(item.get(0).get("problem"))), "pointer"))
                .containsExactly("/0/x", "/0/id", "/0/data/total");
    }

    private static JsonNode page(JsonNode problem) {
        var page = ApiClient.JSON.createObjectNode();
        page.set("data", problem.get("errors"));
        return page;
    }

    @Test
    void inABatchTheBadItemsFailAlone() {
        create(ORDER.replace("order.placed", "order.batch"), 201);
        var good = "{\"type\":\"order.batch\",\"data\":{\"total\":1}}";
        var bad = "{\"type\":\"order.batch\",\"data\":{\"total\":\"1\"}}";

        var data =
                api.post("/v1/events/batch", "[" + bad + "," + good + "," + bad + "]")
                        .expect(200)
                        .json()
                        .get("data");

        assertThat(data.get(0).get("status").intValue()).isEqualTo(422);
        assertThat(data.get(1).get("status").intValue()).isEqualTo(202);
        assertThat(text(data.get(2).get("problem"), "field")).isEqualTo("/2/data/total");
        assertThat(text(data.get(2).get("problem").get("errors").get(0), "pointer"))
                .isEqualTo("/2/data/total");
        assertThat(api.feed("event_types=order.batch", 1)).hasSize(1);
    }

    @Test
    void aSchemaThatIsNotEnforcedIsOnlyShown() {
        create(
                ORDER.replace("order.placed", "order.loose")
                        .replace("'validate': true", "'validate': false"),
                201);

        publish("order.loose", "'anything'").expect(202);
    }

    @Test
    void aTypeGivesItsEventsATimeToLive() {
        create(ORDER.replace("order.placed", "order.lives"), 201);

        assertThat(lifeOf(publish("order.lives", "{'total':1}").expect(202)))
                .isEqualTo(Duration.ofHours(1));
        assertThat(
                        text(
                                publish(
                                                "order.lives",
                                                "{'total':1,'valid_until':'2099-01-01T00:00:00Z'}")
                                        .expect(202)
                                        .json(),
                                "expires_at"))
                .isEqualTo("2099-01-01T00:00:00.000Z");
        var own =
                api.post(
                        "/v1/events",
                        "{\"type\":\"order.lives\",\"data\":{\"total\":1},\"ttl_seconds\":7200}");
        assertThat(lifeOf(own.expect(202))).isEqualTo(Duration.ofHours(2));
    }

    @Test
    void whatItsTypeCallsStaleIsExpiredWithoutAnAttempt() {
        create(ORDER.replace("order.placed", "order.stale"), 201);
        var inbox = receiver.at("/stale");
        api.createEndpoint(inbox.url(), "order.stale");

        var answer =
                publish("order.stale", "{'total':1,'valid_until':'2020-01-01T00:00:00Z'}")
                        .expect(202)
                        .json();

        assertThat(text(answer, "status")).isEqualTo("expired");
        var delivery = api.delivery(text(answer, "id"));
        assertThat(text(delivery, "state")).isEqualTo("expired");
        assertThat(text(delivery, "reason")).isEqualTo("ttl");
        assertThat(delivery.get("attempts").intValue()).isZero();
        assertThat(inbox.count()).isZero();
    }

    @Test
    void aTypesPolicyAndAttemptsAreKeptTo() {
        create(
                "{'name':'order.capped','max_attempts':2,'retry_policy':"
                        + "{'kind':'list','waits_seconds':[0.1,0.1,0.1,0.1]}}",
                201);
        receiver.at("/capped").answers(500);
        api.createEndpoint(receiver.at("/capped").url(), "order.capped");

        var delivery = api.awaitDelivery(api.publish("order.capped"), "failed");

        assertThat(text(delivery, "reason")).isEqualTo("exhausted");
        assertThat(delivery.get("attempts").intValue()).isEqualTo(2);
    }

    @Test
    void customersAreNotToldOfWhatIsHidden() {
        create("{'name': 'inner.audited', 'hidden': true}", 201);
        create("{'name': 'outer.told'}", 201);
        api.createApp("curious");
        var customer = api.asApp("curious");

        assertThat(texts(customer.list(PATH), "name"))
                .contains("outer.told")
                .doesNotContain("inner.audited");
        customer.get(PATH + "/inner.audited").expect(404);
        api.get(PATH + "/inner.audited").expect(200);
    }

    @Test
    void aPolicyThatATypeNamesCannotBeDeleted() {
        api.post(
                        "/v1/retry_policies",
                        "{\"name\":\"typed\",\"kind\":\"list\",\"waits_seconds\":[1]}")
                .expect(201);
        create("{'name':'order.named','retry_policy':'typed'}", 201);

        api.delete("/v1/retry_policies/typed").expect(409);
        api.patch(PATH + "/order.named", "{\"retry_policy\":null}").expect(200);
        api.delete("/v1/retry_policies/typed").expect(204);
    }

    @Test
    void typesThatAreNotInTheCatalogueCanBeForbidden() throws SQLException {
        try (var closed = RunningService.catalogTypesOnly()) {
            var strict = closed.api();
            var body = "{\"type\":\"order.known\",\"data\":{}}";

            var refused = strict.post("/v1/events", body).expect(422).json();
            assertThat(text(refused, "field")).isEqualTo("/type");
            assertThat(strict.list("/v1/events")).isEmpty();
            strict.post(PATH, "{\"name\":\"order.known\"}").expect(201);
            strict.post("/v1/events", body).expect(202);
        }
    }

    private static ApiClient.Answer create(String body, int status) {
        return api.post(PATH, body.replace('\'', '"')).expect(status);
    }

    private static ApiClient.Answer publish(String type, String data) {
        var body = "{'type':'%s','data':%s}".formatted(type, data);
        return api.post("/v1/events", body.replace('\'', '"'));
    }

    private static Duration lifeOf(ApiClient.Answer answer) {
        return Duration.between(
                Instant.parse(text(answer.json(), "created_at")),
                Instant.parse(text(answer.json(), "expires_at")));
    }
}
