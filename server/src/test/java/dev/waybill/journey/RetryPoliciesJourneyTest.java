package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.ApiClient.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A platform creates its own retry policies, previews them, and its endpoints use them.
class RetryPoliciesJourneyTest {

    private static final String PATH = "/v1/retry_policies";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void builtInPoliciesAreListedAndMarked() {
        var policies = api.list(PATH + "?limit=500");

        assertThat(texts(policies, "name"))
                .contains("live", "test", "billing", "exponential", "full-jitter")
                .isSorted();
        var live = api.get(PATH + "/live").expect(200).json();
        assertThat(live.get("built_in").booleanValue()).isTrue();
        assertThat(live.get("offsets_seconds").get(1).intValue()).isEqualTo(300);
        assertThat(live.get("window_seconds").intValue()).isEqualTo(259_200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"live", "full-jitter", "brief"})
    void builtInPoliciesCannotBeChanged(String name) {
        for (var answer :
                List.of(
                        api.patch(PATH + "/" + name, "{\"max_attempts\":2}"),
                        api.delete(PATH + "/" + name))) {
            assertThat(text(answer.expect(409).json(), "detail"))
                    .contains("copy it under another name");
        }
        create("{'name':'%s','kind':'list','waits_seconds':[1]}".formatted(name), 409);
    }

    @Test
    void aPolicyIsMadeChangedAndDeleted() {
        var made = create("{'name':'mine','kind':'list','waits_seconds':[0.5,2]}", 201);
        assertThat(made.json().get("built_in").booleanValue()).isFalse();
        assertThat(made.json().get("waits_seconds").get(0).doubleValue()).isEqualTo(0.5);
        assertThat(made.json().get("max_attempts").intValue()).isEqualTo(3);
        create("{'name':'mine','kind':'list','waits_seconds':[0.5,2]}", 409);

        // Defaults are computed again: four waits are five attempts.
        var changed = api.patch(PATH + "/mine", "{\"waits_seconds\":[1,2,3,4]}").expect(200).json();
        assertThat(changed.get("max_attempts").intValue()).isEqualTo(5);
        assertThat(api.get(PATH + "/mine").json()).isEqualTo(changed);
        assertThat(api.patch(PATH + "/mine", "{\"name\":\"yours\"}").status()).isEqualTo(422);
        assertThat(api.patch(PATH + "/mine", "{\"wait\":1}").expect(422).text())
                .contains("unknown-field");

        api.delete(PATH + "/mine").expect(204);
        api.get(PATH + "/mine").expect(404);
        api.delete(PATH + "/mine").expect(404);
        api.patch(PATH + "/mine", "{}").expect(404);
    }

    @Test
    void makingOneIsIdempotentByKey() {
        var body = "{\"name\":\"once\",\"kind\":\"list\",\"waits_seconds\":[1]}";
        var first = api.post(PATH, body, "policy-key").expect(201);

        assertThat(api.post(PATH, body, "policy-key").expect(201).json()).isEqualTo(first.json());
        assertThat(api.post(PATH, body.replace("once", "never"), "policy-key").status())
                .isEqualTo(422);
        api.get(PATH + "/never").expect(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'kind':'list','waits_seconds':[1]} | /name",
                "{'name':'x','kind':'list','waits_seconds':[1,0]} | /waits_seconds/1",
                "{'name':'x','kind':'list','waits_seconds':[1],'colour':'red'} | /colour",
            })
    void whatIsWrongIsToldAndNothingIsStored(String body, String field) {
        assertThat(text(create(body, 422).json(), "field")).isEqualTo(field);
        api.get(PATH + "/x").expect(404);
    }

    @Test
    void everyViolationIsListedAtOnce() {
        var problem =
                create("{'name':'Big','kind':'exponential','factor':0,'window_seconds':'1h'}", 422)
                        .json();

        assertThat(problem.get("errors").valueStream().map(error -> text(error, "pointer")))
                .containsExactlyInAnyOrder(
                        "/window_seconds", "/name", "/base_seconds", "/max_attempts", "/factor");
    }

    @Test
    void aReplacedPolicyForgetsWhatWasWrittenBefore() {
        create("{'name':'swapped','kind':'list','waits_seconds':[1],'max_attempts':1}", 201);

        var replaced =
                api.put(PATH + "/swapped", "{\"kind\":\"list\",\"waits_seconds\":[1,2]}")
                        .expect(200)
                        .json();

        assertThat(text(replaced, "name")).isEqualTo("swapped");
        assertThat(replaced.get("max_attempts").intValue()).isEqualTo(3);
        var renamed = api.put(PATH + "/swapped", "{\"name\":\"x\",\"kind\":\"list\"}");
        assertThat(text(renamed.expect(422).json(), "field")).isEqualTo("/offsets_seconds");
        var unnamed = api.patch(PATH + "/swapped", "{\"name\":null}").expect(422).json();
        assertThat(text(unnamed, "field")).isEqualTo("/name");
        api.put(PATH + "/never-made", "{}").expect(404);
    }

    @Test
    void aPolicyInUseCannotBeDeleted() {
        create("{'name':'used','kind':'list','waits_seconds':[5]}", 201);
        var endpoint = endpoint("policy.used", "\"used\"");

        assertThat(text(api.delete(PATH + "/used").expect(409).json(), "detail")).contains("used");

        api.delete("/v1/webhook_endpoints/" + endpoint).expect(204);
        api.delete(PATH + "/used").expect(204);
    }

    @Test
    void anEndpointRetriesByThePolicyItNames() {
        create("{'name':'twice','kind':'list','waits_seconds':[0.2]}", 201);
        receiver.at("/twice").answers(500);
        endpoint("policy.twice", "\"twice\"", "/twice");

        var delivery = api.awaitDelivery(api.publish("policy.twice"), "failed");

        assertThat(text(delivery, "reason")).isEqualTo("exhausted");
        assertThat(delivery.get("attempts").intValue()).isEqualTo(2);
        assertThat(receiver.at("/twice").count()).isEqualTo(2);
    }

    @Test
    void anEndpointMayCarryAPolicyInline() {
        receiver.at("/inline").answers(500);
        var inline = "{\"kind\":\"list\",\"waits_seconds\":[0.1,0.1]}";
        var id = endpoint("policy.inline", inline, "/inline");

        var shown = api.get("/v1/webhook_endpoints/" + id).json().get("retry_policy");
        assertThat(shown.get("max_attempts").intValue()).isEqualTo(3);
        var delivery = api.awaitDelivery(api.publish("policy.inline"), "failed");

        assertThat(text(delivery, "reason")).isEqualTo("exhausted");
        assertThat(delivery.get("attempts").intValue()).isEqualTo(3);
    }

    @Test
    void aDeliveryKeepsThePolicyItWasCapturedWith() {
        create("{'name':'kept','kind':'list','waits_seconds':[1]}", 201);
        var inbox = receiver.at("/kept").answers(500);
        endpoint("policy.kept", "\"kept\"", "/kept");

        var event = api.publish("policy.kept");
        api.patch(PATH + "/kept", "{\"waits_seconds\":[1,1,1,1]}").expect(200);
        var delivery = api.awaitDelivery(event, "failed");

        assertThat(delivery.get("attempts").intValue()).isEqualTo(2);
        assertThat(inbox.count()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"none-such\" | /retry_policy",
                "\"brief\" | /retry_policy",
                "7 | /retry_policy",
                "{\"kind\":\"list\",\"waits_seconds\":[0]} | /retry_policy/waits_seconds/0",
                "{\"kind\":\"list\",\"waits_seconds\":[1],\"x\":1} | /retry_policy/x",
            })
    void anEndpointsPolicyIsChecked(String policy, String field) {
        var answer = api.post("/v1/webhook_endpoints", endpointBody("policy.bad", policy, "/bad"));

        assertThat(text(answer.expect(422).json(), "field")).isEqualTo(field);
    }

    @Test
    void aPreviewSaysWhenAttemptsFall() {
        var preview = api.get(PATH + "/live/preview?ttl_seconds=8").expect(200).json();

        assertThat(preview.get("attempts")).hasSize(10);
        var third = preview.get("attempts").get(2);
        assertThat(third.get("earliest_seconds").intValue()).isEqualTo(300);
        assertThat(third.get("latest_seconds").doubleValue()).isBetween(419.9, 420.0);
        assertThat(preview.get("window_seconds").intValue()).isEqualTo(259_200);
        var cut = preview.get("with_ttl");
        assertThat(text(cut, "retry_policy")).isEqualTo("brief");
        assertThat(cut.get("attempts")).hasSize(2);
        assertThat(cut.get("attempts").get(1).get("pulled_in").booleanValue()).isTrue();
        assertThat(cut.get("attempts").get(1).get("earliest_seconds").intValue()).isEqualTo(4);
        assertThat(api.get(PATH + "/live/preview").json().has("with_ttl")).isFalse();
        api.get(PATH + "/live/preview?ttl_seconds=0").expect(400);
        api.get(PATH + "/none-such/preview").expect(404);
    }

    @Test
    void aListGoesOnByCursor() {
        create("{'name':'zz-1','kind':'list','waits_seconds':[1]}", 201);
        create("{'name':'zz-2','kind':'list','waits_seconds':[1]}", 201);
        var first = api.get(PATH + "?limit=4").expect(200).json();
        var all = texts(ApiClient.rows(first), "name");
        for (var page = first; !page.get("next_cursor").isNull(); ) {
            page =
                    api.get(PATH + "?limit=4&cursor=" + text(page, "next_cursor"))
                            .expect(200)
                            .json();
            all = new ArrayList<>(all);
            all.addAll(texts(ApiClient.rows(page), "name"));
        }
        assertThat(all).doesNotHaveDuplicates().isSorted().contains("live", "zz-1", "zz-2");
        api.get(PATH + "?cursor=nonsense").expect(400);
    }

    private static ApiClient.Answer create(String body, int status) {
        return api.post(PATH, body.replace('\'', '"')).expect(status);
    }

    private static String endpoint(String type, String policy) {
        return endpoint(type, policy, "/unused");
    }

    private static String endpoint(String type, String policy, String path) {
        var answer = api.post("/v1/webhook_endpoints", endpointBody(type, policy, path));
        return text(answer.expect(201).json(), "id");
    }

    private static String endpointBody(String type, String policy, String path) {
        return "{\"url\":\"%s\",\"event_types\":[\"%s\"],\"retry_policy\":%s}"
                .formatted(receiver.at(path).url(), type, policy);
    }
}
