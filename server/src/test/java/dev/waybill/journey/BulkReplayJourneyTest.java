package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.JSON;
import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// A bug killed very many events, at two endpoints and for three causes. They are planned, sent
/// again at a pace, paused, resumed, and survive the death of the process that sends them.
///
/// `-Dreplay.letters=50000` takes as many as that, over five minutes.
class BulkReplayJourneyTest {

    private static final Logger LOG = LoggerFactory.getLogger(BulkReplayJourneyTest.class);

    private static final int LETTERS = Integer.getInteger("replay.letters", 300);
    private static final boolean MANY = LETTERS >= 10_000;

    /// A machine that stalls for some seconds creates only a part of these; the test does not wait
    /// for the rest at this pace after the restart.
    private static final int SPREAD_SECONDS = MANY ? 300 : 30;

    private static final Duration PATIENCE = Duration.ofMinutes(MANY ? 15 : 2);
    private static final int BATCH = 500;

    @Test
    void whatABugKilledIsSentAgainOnceItIsMended() throws Exception {
        var folder = Postgres.newFolder();
        try (var receiver = Receiver.start()) {
            var one = receiver.at("/one").answers(400);
            var other = receiver.at("/other").answers(_ -> Receiver.Answer.of(409));
            String replay;
            long killed;
            try (var service = ServiceProcess.onFolder(folder);
                    var api = service.api()) {
                die(api, one, other);
                one.answers(200);
                other.answers(200);

                var filter = "\"filter\":{\"states\":[\"failed\"],\"event_types\":[\"bulk.*\"]}";
                var plan = plan(api, filter);
                assertThat(plan.get("total").intValue()).isEqualTo(LETTERS);
                assertThat(plan.at("/plan/endpoints")).hasSize(2);
                var body =
                        "{%s,\"spread_seconds\":%d,\"reason\":\"the bug is mended\"}"
                                .formatted(filter, SPREAD_SECONDS);
                replay = text(api.post("/v1/replays", body).expect(202).json(), "id");

                made(api, replay, LETTERS / 20);
                api.post("/v1/replays/" + replay + "/pause", "").expect(200);
                long paused = progress(api, replay, "made");
                assertThat(paused).isLessThan(LETTERS);
                api.post("/v1/replays/" + replay + "/resume", "").expect(200);
                made(api, replay, (int) paused + LETTERS / 20);
                service.kill();
                // By then the deliveries under way have arrived.
                ServiceProcess.killPostgres(folder);
                killed = System.nanoTime();
            }
            try (var service = ServiceProcess.onFolder(folder);
                    var api = service.api()) {
                if (!MANY) {
                    api.patch("/v1/replays/" + replay, "{\"rate_per_second\":100}").expect(200);
                }
                Eventually.get(
                        PATIENCE,
                        () -> api.get("/v1/replays/" + replay).expect(200).json(),
                        json -> text(json, "state").equals("done"));
                var done = api.get("/v1/replays/" + replay).json();
                assertThat(done.get("delivered").intValue()).isEqualTo(LETTERS);
                assertThat(done.get("failed").intValue()).isZero();
                assertThat(api.list("/v1/dead_letters")).isEmpty();
                var again = plan(api, "\"filter\":{\"states\":[\"failed\"]}");
                assertThat(again.get("total").intValue()).isZero();
                checkArrivals(List.of(one, other), killed);
            }
        }
    }

    /// One attempt each, refused in three ways, none of which parks an endpoint.
    private static void die(ApiClient api, Receiver.Inbox one, Receiver.Inbox other) {
        one.answers(request ->
                Receiver.Answer.of(
                        text(JSON.readTree(request.body()), "type").equals("bulk.a") ? 400 : 404));
        endpoint(api, one.url(), "bulk.a", "bulk.b");
        endpoint(api, other.url(), "bulk.c");
        var types = List.of("bulk.a", "bulk.b", "bulk.c");
        for (int from = 0; from < LETTERS; from += BATCH) {
            var lines = new StringBuilder();
            for (int i = from; i < Math.min(from + BATCH, LETTERS); i++) {
                lines.append("{\"type\":\"%s\",\"data\":{}}\n".formatted(types.get(i % 3)));
            }
            api.postLines("/v1/events/batch", lines.toString()).expect(200);
        }
        var groups =
                Eventually.get(
                        PATIENCE,
                        () -> api.list("/v1/dead_letters"),
                        list ->
                                list.stream().mapToInt(g -> g.get("count").intValue()).sum()
                                        == LETTERS);
        assertThat(groups).hasSize(3);
        long begin = System.nanoTime();
        api.list("/v1/dead_letters");
        LOG.info("grouped list of {} letters: {} µs", LETTERS, (System.nanoTime() - begin) / 1000);
    }

    private static void endpoint(ApiClient api, String url, String... types) {
        var json = JSON.createObjectNode().put("url", url).putNull("disable_after_failures");
        var list = json.putArray("event_types");
        List.of(types).forEach(list::add);
        json.set(
                "retry_policy",
                JSON.readTree(
                        "{\"kind\":\"list\",\"waits_seconds\":[1],\"max_attempts\":1,"
                                + "\"window_seconds\":3600}"));
        api.createEndpoint(json);
    }

    private static JsonNode plan(ApiClient api, String filter) {
        var plan = api.post("/v1/replays", "{%s,\"dry_run\":true}".formatted(filter));
        return plan.expect(200).json();
    }

    private static void made(ApiClient api, String replay, int atLeast) {
        Eventually.get(PATIENCE, () -> progress(api, replay, "made"), made -> made >= atLeast);
    }

    private static long progress(ApiClient api, String replay, String field) {
        return api.get("/v1/replays/" + replay).expect(200).json().get(field).longValue();
    }

    /// Everything arrived replayed, and twice only what may have been under way at the kill.
    private static void checkArrivals(List<Receiver.Inbox> inboxes, long killed) {
        var arrivals = new HashMap<String, List<Long>>();
        for (var inbox : inboxes) {
            for (var request : inbox.all()) {
                var event = JSON.readTree(request.body());
                if (event.has("replayed")) {
                    arrivals.computeIfAbsent(text(event, "id"), _ -> new ArrayList<>())
                            .add(request.atNanos());
                }
            }
        }
        assertThat(arrivals).hasSize(LETTERS);
        arrivals.forEach((event, times) -> {
            assertThat(times.size()).as(event).isLessThanOrEqualTo(2);
            if (times.size() == 2) {
                assertThat(times.getFirst()).isLessThan(killed);
                assertThat(times.getLast()).isGreaterThan(killed);
            }
        });
        if (MANY) {
            checkSpread(arrivals);
        }
    }

    private static void checkSpread(Map<String, List<Long>> arrivals) {
        var seconds = new HashMap<Long, Integer>();
        arrivals.values()
                .forEach(
                        times -> seconds.merge(times.getFirst() / 1_000_000_000L, 1, Integer::sum));
        for (var second : seconds.keySet()) {
            int within = 0;
            for (long i = second; i < second + 10; i++) {
                within += seconds.getOrDefault(i, 0);
            }
            assertThat(within).isLessThanOrEqualTo(LETTERS / 10);
        }
    }
}
