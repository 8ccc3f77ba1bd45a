package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// Many readers of large events at once, in a process with the heap of a small machine.
class SmallHeapJourneyTest {

    private static final int EVENTS = 600;
    private static final int EVENT_BYTES = 250_000;
    private static final int PER_BATCH = 25;
    private static final int READERS = 20;
    private static final int ROUNDS = 2;

    private static final List<String> LISTS =
            List.of(
                    "/v1/events?limit=500",
                    "/v1/events?limit=500&include=data",
                    "/v1/deliveries?limit=500",
                    "/v1/deliveries?state=delivered&limit=500",
                    "/v1/dead_letters?limit=500",
                    "/v1/webhook_endpoints?limit=500",
                    "/v1/event_types?limit=500",
                    "/v1/audit_log?limit=500",
                    "/v1/replays?limit=500",
                    "/v1/stats?group_by=event_type");

    @Test
    void everyAnswerIsCompleteOrAClear503AndTheProcessLives() throws Exception {
        try (var receiver = Receiver.start();
                var service = start();
                var api = service.api()) {
            var endpoint = text(api.createEndpoint(receiver.at("/large").url(), "large.*"), "id");
            publish(api);
            var lists = new ArrayList<>(LISTS);
            lists.add("/v1/webhook_endpoints/" + endpoint + "/delivery_attempts?limit=500");
            try (var readers = Executors.newFixedThreadPool(READERS)) {
                var looks = new ArrayList<Callable<ApiClient.Answer>>();
                for (int i = 0; i < READERS * ROUNDS; i++) {
                    for (var list : lists) {
                        looks.add(() -> api.get(list));
                    }
                }
                for (var look : readers.invokeAll(looks)) {
                    var answer = look.get();
                    assertThat(answer.status()).as(() -> head(answer)).isIn(200, 503);
                    assertThat(answer.json().isObject()).isTrue();
                }
            }
            assertThat(read(api)).isEqualTo(EVENTS);
            service.terminate();
        }
    }

    private static ServiceProcess start() throws Exception {
        var service =
                ServiceProcess.launch(
                        List.of("-Xmx512m", "-XX:+ExitOnOutOfMemoryError"),
                        Map.of("WAYBILL_ADMIN_KEY", RunningService.ADMIN_KEY),
                        "serve",
                        "--dev",
                        "--host=127.0.0.1",
                        "--port=0",
                        "--data=" + Postgres.newFolder());
        service.address();
        return service;
    }

    private static void publish(ApiClient api) {
        var item =
                "{\"type\":\"large.event\",\"data\":{\"text\":\""
                        + "x".repeat(EVENT_BYTES)
                        + "\"}}";
        for (int batch = 0; batch < EVENTS / PER_BATCH; batch++) {
            var items = new ArrayList<String>();
            for (int i = 0; i < PER_BATCH; i++) {
                items.add(item);
            }
            api.post("/v1/events/batch", "[" + String.join(",", items) + "]").expect(200);
        }
    }

    /// One reader that follows with the data: how many events it sees.
    private static int read(ApiClient api) {
        int seen = 0;
        var path = "/v1/events?limit=500&include=data";
        var json = api.get(path).expect(200).json();
        while (!json.get("data").isEmpty()) {
            for (var event : json.get("data")) {
                assertThat(event.at("/data/text").asString()).hasSize(EVENT_BYTES);
                seen++;
            }
            json = api.get(path + "&cursor=" + text(json, "next_cursor")).expect(200).json();
        }
        return seen;
    }

    private static String head(ApiClient.Answer answer) {
        return answer.text().substring(0, Math.min(500, answer.text().length()));
    }
}
