package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Many readers of large events at once, in a process with the heap of a small machine.
class SmallHeapJourneyTest {

    private static final int EVENTS = 600;
    private static final int EVENT_BYTES = 250_000;
    private static final int PER_BATCH = 25;
    private static final int READERS = 20;

    /// A round is a thousand answers of up to 8 MB: a leak of 8 kB for each is more.
    private static final long KEPT_OF_A_ROUND_MAX = 8L << 20;

    /// Everything that lists, and what shows one large event.
    private static final List<String> API =
            List.of(
                    "/v1/events?limit=500",
                    "/v1/events?limit=500&include=data",
                    "/v1/events/EVENT",
                    "/v1/deliveries?limit=500",
                    "/v1/deliveries?state=delivered&limit=500",
                    "/v1/deliveries/DELIVERY",
                    "/v1/dead_letters?limit=500",
                    "/v1/replays?limit=500",
                    "/v1/webhook_endpoints?limit=500",
                    "/v1/webhook_endpoints/ENDPOINT/delivery_attempts?limit=500",
                    "/v1/webhook_endpoints/ENDPOINT/state_changes?limit=500",
                    "/v1/webhook_endpoints/ENDPOINT/lanes",
                    "/v1/webhook_endpoints/ENDPOINT/stats",
                    "/v1/webhook_endpoints/ENDPOINT/contract",
                    "/v1/stats?group_by=event_type",
                    "/v1/event_types?limit=500",
                    "/v1/retry_policies?limit=500",
                    "/v1/apps?limit=500",
                    "/v1/api_keys?limit=500",
                    "/v1/portal_links?limit=500",
                    "/v1/audit_log?limit=500");

    private static final List<String> PAGES =
            List.of(
                    "/ui",
                    "/ui/deliveries",
                    "/ui/deliveries/export?format=csv",
                    "/ui/deliveries/export?format=json",
                    "/ui/deliveries/DELIVERY",
                    "/ui/deliveries/DELIVERY/body",
                    "/ui/dlq",
                    "/ui/dlq/settled",
                    "/ui/replays",
                    "/ui/replays/new",
                    "/ui/endpoints",
                    "/ui/endpoints/ENDPOINT",
                    "/ui/endpoints/ENDPOINT/contract",
                    "/ui/event-types",
                    "/ui/event-types/large.event",
                    "/ui/apps",
                    "/ui/apps/default",
                    "/ui/audit",
                    "/ui/audit/export?format=json",
                    "/ui/settings/keys",
                    "/ui/settings/users",
                    "/ui/settings/retention");

    private static final List<String> PORTAL =
            List.of(
                    "/portal/endpoints",
                    "/portal/endpoints/ENDPOINT",
                    "/portal/endpoints/ENDPOINT/contract",
                    "/portal/deliveries",
                    "/portal/deliveries/DELIVERY",
                    "/portal/deliveries/DELIVERY/body",
                    "/portal/event-types",
                    "/catalog");

    /// A request and its parameters.
    private record Look(String path, Function<String, ApiClient.Answer> get) {}

    @Test
    void everyAnswerIsCompleteOrAClear503AndTheProcessLives() throws Exception {
        try (var receiver = Receiver.start();
                var service = start();
                var api = service.api()) {
            var type = "{\"name\":\"large.event\",\"example\":{\"text\":\"small\"}}";
            api.post("/v1/event_types", type).expect(201);
            var endpoint = text(api.createEndpoint(receiver.at("/large").url(), "large.*"), "id");
            publish(api);
            var delivery = api.list("/v1/deliveries?limit=1").getFirst();
            var looks = new ArrayList<Look>();
            API.forEach(path -> looks.add(new Look(path, api::get)));
            var admin = UiClient.at(service).signedIn(RunningService.ADMIN_KEY);
            PAGES.forEach(path -> looks.add(new Look(path, admin::get)));
            var customer = customer(UiClient.at(service), api);
            PORTAL.forEach(path -> looks.add(new Look(path, customer::get)));
            var names =
                    Map.of(
                            "EVENT", text(delivery, "event_id"),
                            "DELIVERY", text(delivery, "id"),
                            "ENDPOINT", endpoint);

            // The first round also fills caches.
            long before = heapAfterRound(service, looks, names);
            long after = heapAfterRound(service, looks, names);
            assertThat(after - before).as("kept of a round").isLessThan(KEPT_OF_A_ROUND_MAX);

            // Once they are gone everything is answered.
            readAll(looks, names, 0, Set.of(200));
            assertThat(read(api)).isEqualTo(EVENTS);
            service.terminate();
        }
    }

    /// The used heap when all readers have read everything.
    private static long heapAfterRound(
            ServiceProcess service, List<Look> looks, Map<String, String> names) throws Exception {
        try (var readers = Executors.newFixedThreadPool(READERS)) {
            var tasks = new ArrayList<Callable<Integer>>();
            for (int reader = 0; reader < READERS; reader++) {
                int first = reader;
                tasks.add(() -> readAll(looks, names, first));
            }
            int answered = 0;
            for (var task : readers.invokeAll(tasks)) {
                answered += task.get();
            }
            assertThat(answered).isPositive();
        }
        return service.liveHeapBytes();
    }

    /// Everything once, each reader beginning elsewhere; returns how many were answered.
    private static int readAll(List<Look> looks, Map<String, String> names, int first) {
        return readAll(looks, names, first, Set.of(200, 503));
    }

    private static int readAll(
            List<Look> looks, Map<String, String> names, int first, Set<Integer> allowed) {
        int answered = 0;
        for (int i = 0; i < looks.size(); i++) {
            var look = looks.get((first * 3 + i) % looks.size());
            var path = look.path;
            for (var name : names.entrySet()) {
                path = path.replace(name.getKey(), name.getValue());
            }
            var answer = look.get.apply(path);
            var asked = path;
            assertThat(answer.status()).as(() -> asked + " " + head(answer)).isIn(allowed);
            if (path.startsWith("/v1/")) {
                assertThat(answer.json().isObject()).as(path).isTrue();
            }
            if (answer.status() == 200) {
                answered++;
            }
        }
        return answered;
    }

    private static UiClient customer(UiClient visitor, ApiClient api) {
        var link = api.post("/v1/portal_links", "{}").expect(201).json();
        var code = URI.create(text(link, "url")).getFragment();
        return visitor.with(visitor.post("/portal/enter", "code", code).expect(303));
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
