package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.ApiClient.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journey.ApiClient.Answer;
import dev.waybill.testing.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.node.ObjectNode;

/// A producer that is not sure whether a publish went through repeats it, and nothing happens
/// twice.
class IdempotentPublishJourneyTest {

    private static final int AT_ONCE = 50;

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void oneIdPublishedFiftyTimesAtOnceIsOneEventWithOneDeliveryPerEndpoint() throws Exception {
        var one = receiver.at("/storm-1");
        var two = receiver.at("/storm-2");
        api.createEndpoint(one.url(), "storm.one_id");
        api.createEndpoint(two.url(), "storm.*");
        var body = "{\"id\":\"order-7\",\"type\":\"storm.one_id\",\"data\":{\"n\":1}}";

        var answers = atOnce(() -> api.post("/v1/events", body));

        assertThat(statuses(answers)).containsOnly(200, 202);
        assertThat(statuses(answers).stream().filter(status -> status == 202)).hasSize(1);
        assertThat(answers).allMatch(answer -> text(answer.json(), "id").equals("order-7"));
        one.next();
        two.next();
        assertThat(api.event("order-7").get("deliveries")).hasSize(2);
        assertThat(texts(api.feed("event_types=storm.one_id", 1), "id")).containsExactly("order-7");
        assertThat(one.count()).isEqualTo(1);
        assertThat(two.count()).isEqualTo(1);
    }

    @Test
    void aWholeDayPublishedAgainTakesOneConnectionOfThoseThatPeopleUse() throws Exception {
        var body = "{\"id\":\"again-%d\",\"type\":\"again.all\",\"data\":1}";
        for (int i = 0; i < AT_ONCE; i++) {
            api.post("/v1/events", body.formatted(i)).expect(202);
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var lock = journey.connection()) {
            lock.setAutoCommit(false);
            lock.createStatement().execute("LOCK TABLE delivery IN ACCESS EXCLUSIVE MODE");
            var again = new ArrayList<Future<Answer>>();
            for (int i = 0; i < AT_ONCE; i++) {
                var repeated = body.formatted(i);
                again.add(threads.submit(() -> api.post("/v1/events", repeated)));
            }
            awaitSomebodyWaitingForTheLock(lock);

            for (int i = 0; i < AT_ONCE; i++) {
                api.get("/v1/apps").expect(200);
            }
            lock.rollback();

            for (var answer : again) {
                answer.get().expect(200);
            }
        }
    }

    @Test
    void aProducerSeesNoAnswerOfAReceiverByPublishingAgain() {
        api.createEndpoint(receiver.at("/told").url(), "told.once");
        var key =
                api.post("/v1/api_keys", "{\"name\":\"p\",\"role\":\"producer\"}")
                        .expect(201)
                        .json();
        var body = "{\"id\":\"told-1\",\"type\":\"told.once\",\"data\":1}";
        api.post("/v1/events", body).expect(202);
        api.awaitDelivery("told-1", "delivered");

        var producers = api.with(text(key, "key")).post("/v1/events", body).expect(200).json();
        var readers = api.post("/v1/events", body).expect(200).json();

        assertThat(text(producers, "status")).isEqualTo("delivered");
        assertThat(producers.get("last_response").isNull()).isTrue();
        assertThat(readers.at("/last_response/status").asInt()).isEqualTo(200);
    }

    @Test
    void anIdWithOtherContentIsAConflict() {
        api.post("/v1/events", "{\"id\":\"clash\",\"type\":\"a.b\",\"data\":1}").expect(202);

        for (var other :
                List.of(
                        "{\"id\":\"clash\",\"type\":\"a.b\",\"data\":2}",
                        "{\"id\":\"clash\",\"type\":\"a.c\",\"data\":1}",
                        "{\"id\":\"clash\",\"type\":\"a.b\",\"data\":1,\"ttl_seconds\":60}")) {
            var problem = api.post("/v1/events", other).expect(409).json();
            assertThat(text(problem, "type")).isEqualTo("urn:waybill:problem:conflict");
            assertThat(text(problem, "field")).isEqualTo("/id");
        }
        api.post("/v1/events", "{\"id\":\"clash\",\"type\":\"a.b\",\"data\":1}").expect(200);
    }

    @Test
    void anIdIsFreeInTheOtherMode() {
        var body = "{\"id\":\"both-modes\",\"type\":\"a.b\",\"data\":1}";

        api.post("/v1/events", body).expect(202);

        api.inTestMode().post("/v1/events", body).expect(202);
    }

    @Test
    void anIdThatWeGaveToAnotherEventCannotBeTaken() {
        var ours = api.publish("taken.ours");

        var answer =
                api.post(
                        "/v1/events",
                        "{\"id\":\"" + ours + "\",\"type\":\"taken.other\",\"data\":1}");

        answer.expect(409);
        assertThat(api.feed("event_types=taken.*", 1)).hasSize(1);
    }

    @Test
    void anIdempotencyKeyRepeatedGivesTheFirstResult() {
        var body = "{\"type\":\"key.single\",\"data\":{\"n\":1}}";
        var first = api.post("/v1/events", body, "key-1").expect(202);

        var bare = api.post("/v1/events", body, "key-1").expect(200);
        var quoted = api.post("/v1/events", body, "\"key-1\"").expect(200);

        var id = text(first.json(), "id");
        assertThat(text(bare.json(), "id")).isEqualTo(id);
        assertThat(text(quoted.json(), "id")).isEqualTo(id);
        assertThat(api.feed("event_types=key.single", 1)).hasSize(1);
    }

    @Test
    void anIdempotencyKeyAtOnceIsOneEvent() throws Exception {
        var body = "{\"type\":\"key.storm\",\"data\":{\"n\":1}}";

        var answers = atOnce(() -> api.post("/v1/events", body, "key-storm"));

        assertThat(statuses(answers).stream().filter(status -> status == 202)).hasSize(1);
        assertThat(answers.stream().map(answer -> text(answer.json(), "id")).distinct()).hasSize(1);
        assertThat(api.feed("event_types=key.storm", 1)).hasSize(1);
    }

    @Test
    void anIdempotencyKeyWithAnotherPayloadIsRefused() {
        api.post("/v1/events", "{\"type\":\"key.other\",\"data\":1}", "key-2").expect(202);

        var problem =
                api.post("/v1/events", "{\"type\":\"key.other\",\"data\":2}", "key-2")
                        .expect(422)
                        .json();

        assertThat(text(problem, "type")).isEqualTo("urn:waybill:problem:idempotency-key-reused");
        assertThat(api.feed("event_types=key.other", 1)).hasSize(1);
    }

    @Test
    void aBatchRepeatedUnderItsKeyGivesTheSameEventsInOrder() {
        var body =
                """
                [{"type":"key.batch","data":1},
                 {"type":"bad type","data":2},
                 {"type":"key.batch","data":3,"id":"third-3"},
                 {"type":"key.batch","data":4}]
                """;
        var first = api.post("/v1/events/batch", body, "batch-key").expect(200);

        var second = api.post("/v1/events/batch", body, "batch-key").expect(200);

        assertThat(rowStatuses(first)).containsExactly(202, 422, 202, 202);
        assertThat(rowStatuses(second)).containsExactly(200, 422, 200, 200);
        assertThat(ids(second)).isEqualTo(ids(first));
        assertThat(ids(first).get(2)).isEqualTo("third-3");
        assertThat(api.feed("event_types=key.batch", 3)).hasSize(3);
    }

    @Test
    void aBatchKeyWithAnotherBatchIsRefusedAndNothingIsStored() {
        api.post("/v1/events/batch", "[{\"type\":\"key.b2\",\"data\":1}]", "batch-2").expect(200);

        var other = "[{\"type\":\"key.b2\",\"data\":2}]";
        var answer = api.post("/v1/events/batch", other, "batch-2");

        assertThat(answer.text()).contains("urn:waybill:problem:idempotency-key-reused");
        assertThat(api.feed("event_types=key.b2", 1)).hasSize(1);
    }

    @Test
    void oneIdTwiceInABatchIsOneEvent() {
        var event = "{\"type\":\"key.twice\",\"data\":1,\"id\":\"twice-1\"}";
        var other = "{\"type\":\"key.twice\",\"data\":2,\"id\":\"twice-1\"}";

        var answer = api.post("/v1/events/batch", "[" + event + "," + event + "," + other + "]");

        assertThat(rowStatuses(answer.expect(200))).containsExactly(202, 200, 409);
        assertThat(api.feed("event_types=key.twice", 1)).hasSize(1);
    }

    @Test
    void anEndpointCreatedTwiceUnderOneKeyIsOneEndpoint() {
        var url = receiver.at("/created-once").url();
        var body = "{\"url\":\"" + url + "\",\"event_types\":[\"key.endpoint\"]}";

        var first = api.post("/v1/webhook_endpoints", body, "endpoint-key").expect(201).json();
        var second = api.post("/v1/webhook_endpoints", body, "\"endpoint-key\"").expect(201).json();
        var other = api.post("/v1/webhook_endpoints", "{\"url\":\"" + url + "2\"}", "endpoint-key");

        assertThat(text(first, "secret")).isNotEmpty();
        assertThat(second).isEqualTo(((ObjectNode) first.deepCopy()).putNull("secret"));
        assertThat(text(other.expect(422).json(), "type"))
                .isEqualTo("urn:waybill:problem:idempotency-key-reused");
        assertThat(texts(api.list("/v1/webhook_endpoints"), "url").stream().filter(url::equals))
                .hasSize(1);
    }

    private static List<Answer> atOnce(Callable<Answer> call) throws Exception {
        var start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<java.util.concurrent.Future<Answer>>();
            for (int i = 0; i < AT_ONCE; i++) {
                calls.add(
                        threads.submit(() -> {
                            start.await();
                            return call.call();
                        }));
            }
            start.countDown();
            var answers = new ArrayList<Answer>();
            for (var each : calls) {
                answers.add(each.get());
            }
            return answers;
        }
    }

    private static void awaitSomebodyWaitingForTheLock(Connection lock) {
        Eventually.holds(() -> {
            try (var statement = lock.createStatement();
                    var rows =
                            statement.executeQuery(
                                    "SELECT 1 FROM pg_locks WHERE NOT granted AND relation"
                                            + " = 'delivery'::regclass")) {
                return rows.next();
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static List<Integer> statuses(List<Answer> answers) {
        return answers.stream().map(Answer::status).toList();
    }

    private static List<Integer> rowStatuses(Answer batch) {
        return ApiClient.rows(batch.json()).stream()
                .map(row -> row.get("status").intValue())
                .toList();
    }

    private static List<String> ids(Answer batch) {
        return ApiClient.rows(batch.json()).stream()
                .map(row -> row.has("id") ? text(row, "id") : "-")
                .toList();
    }
}
