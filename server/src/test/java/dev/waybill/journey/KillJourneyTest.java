package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// The service and its PostgreSQL are killed, as by a power cut, at random moments under load. What
/// was acknowledged arrives, nothing stays behind, and only what was being recorded at a kill is
/// repeated.
///
/// `-Dkill.rounds=20` kills more often, `-Dkill.seed=…` chooses the same moments again.
class KillJourneyTest {

    private static final Logger LOG = LoggerFactory.getLogger(KillJourneyTest.class);

    private static final int ROUNDS = Integer.getInteger("kill.rounds", 3);
    private static final long SEED = Long.getLong("kill.seed", System.nanoTime());

    private static final int PUBLISHERS = 4;
    private static final int BATCH = 20;
    private static final int ENDPOINTS = 2;
    private static final int IN_FLIGHT_MAX = 16;

    /// What one kill may repeat: attempts under way, and answers whose record is not committed,
    /// which is at most what two settlers write at once (500 each) and what came in meanwhile,
    /// which this load cannot make more than that again.
    private static final int REPEATS_PER_KILL_MAX = ENDPOINTS * IN_FLIGHT_MAX + 2 * (2 * 500);

    /// Between an answer and its record, on a loaded machine. A repeat of something older was not
    /// repeated because of the kill.
    private static final Duration RECORDING_MAX = Duration.ofSeconds(10);

    /// From the axe's fall to the next service that took traffic.
    private record Kill(long startNanos, long readyNanos) {}

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<Kill> kills = new ArrayList<>();
    private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
    private final Queue<String> uncertain = new ConcurrentLinkedQueue<>();

    @Test
    void nothingAcknowledgedIsLostAndOnlyWhatWasUnrecordedIsRepeated() throws Exception {
        LOG.info("seed={}, rounds={}", SEED, ROUNDS);
        var folder = Postgres.newFolder();
        try (var receiver = Receiver.start()) {
            var service = ServiceProcess.onFolder(folder);
            try (var api = service.api()) {
                createEndpoints(api, receiver);
            }
            for (int round = 0; round < ROUNDS; round++) {
                long startNanos;
                try (var api = service.api()) {
                    startNanos = killUnderLoad(round, service, api, folder);
                }
                service = ServiceProcess.onFolder(folder);
                kills.add(new Kill(startNanos, System.nanoTime()));
            }
            try (var last = service;
                    var api = last.api()) {
                publishUncertainAgain(api);
                var stored = awaitEverythingSettled(api);
                for (int i = 0; i < ENDPOINTS; i++) {
                    checkArrivals(receiver.at("/kill-" + i), stored);
                }
            }
        }
    }

    private static void createEndpoints(ApiClient api, Receiver receiver) {
        for (int i = 0; i < ENDPOINTS; i++) {
            var endpoint = ApiClient.JSON.createObjectNode();
            endpoint.put("url", receiver.at("/kill-" + i).url());
            api.createEndpoint(endpoint.put("max_in_flight", IN_FLIGHT_MAX));
        }
    }

    /// The moment is random because it comes after a random number of answers.
    private long killUnderLoad(int round, ServiceProcess service, ApiClient api, Path folder)
            throws Exception {
        publishUncertainAgain(api);
        var answersUntilKill = new CountDownLatch(random.nextInt(5, 200));
        boolean postgresFirst = random.nextBoolean();
        var publishers = new ArrayList<Future<?>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < PUBLISHERS; i++) {
                var prefix = "r" + round + "-p" + i + "-";
                int size = i % 2 == 0 ? 1 : BATCH;
                publishers.add(
                        threads.submit(
                                () -> publishUntilGone(api, prefix, size, answersUntilKill)));
            }
            assertThat(answersUntilKill.await(60, TimeUnit.SECONDS)).isTrue();
            long startNanos = System.nanoTime();
            if (postgresFirst) {
                killPostgres(folder);
            }
            service.kill();
            killPostgres(folder);
            for (var publisher : publishers) {
                publisher.get();
            }
            return startNanos;
        }
    }

    private static void killPostgres(Path folder) {
        Eventually.holds(() -> {
            try {
                var left = ServiceProcess.postgresProcesses(folder);
                left.forEach(
                        pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
                return left.isEmpty();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private void publishUntilGone(
            ApiClient api, String prefix, int size, CountDownLatch answersUntilKill) {
        for (int n = 0; ; n++) {
            var ids = new ArrayList<String>();
            for (int i = 0; i < size; i++) {
                ids.add(prefix + n + "-" + i);
            }
            try {
                acknowledged.addAll(size == 1 ? publishOne(api, ids) : publishBatch(api, ids));
                answersUntilKill.countDown();
            } catch (UncheckedIOException e) {
                // Killed. What was under way may be stored or not: nobody was told.
                uncertain.addAll(ids);
                return;
            }
        }
    }

    /// As a careful producer does.
    private void publishUncertainAgain(ApiClient api) {
        for (var id = uncertain.poll(); id != null; id = uncertain.poll()) {
            assertThat(publishOne(api, List.of(id))).containsExactly(id);
            acknowledged.add(id);
        }
    }

    private static List<String> publishOne(ApiClient api, List<String> ids) {
        int status = api.post("/v1/events", event(ids.getFirst())).status();
        return status == 202 || status == 200 ? ids : List.of();
    }

    private static List<String> publishBatch(ApiClient api, List<String> ids) {
        var events = ids.stream().map(KillJourneyTest::event).toList();
        var answer = api.post("/v1/events/batch", "[" + String.join(",", events) + "]");
        if (answer.status() != 200) {
            return List.of();
        }
        var rows = ApiClient.rows(answer.json());
        assertThat(rows).allMatch(row -> row.get("status").intValue() <= 202);
        return ApiClient.texts(rows, "id");
    }

    private static String event(String id) {
        return "{\"id\":\"%s\",\"type\":\"kill.one\",\"data\":{\"id\":\"%s\"}}".formatted(id, id);
    }

    /// Returns the ids of all events there are.
    private Set<String> awaitEverythingSettled(ApiClient api) {
        for (var state : List.of("pending", "in_flight")) {
            Eventually.holds(() ->
                    api.list("/v1/deliveries?limit=1&state=" + state).isEmpty()
                            && api.list("/v1/deliveries?limit=1&state=pending").isEmpty());
        }
        var deliveriesOf = new HashMap<String, Integer>();
        for (var delivery : deliveries(api)) {
            deliveriesOf.merge(text(delivery, "event_id"), 1, Integer::sum);
            assertThat(text(delivery, "state")).isEqualTo("delivered");
            // What a killed service had sent was never recorded, so it does not count.
            assertThat(delivery.get("attempts").intValue()).isEqualTo(1);
        }
        assertThat(deliveriesOf.values()).allMatch(count -> count == ENDPOINTS);
        assertThat(deliveriesOf.keySet()).containsAll(acknowledged);
        return deliveriesOf.keySet();
    }

    private static List<JsonNode> deliveries(ApiClient api) {
        var all = new ArrayList<JsonNode>();
        var query = "/v1/deliveries?limit=500";
        for (var page = api.get(query).expect(200).json(); ; ) {
            all.addAll(ApiClient.rows(page));
            if (page.get("next_cursor").isNull()) {
                return all;
            }
            page = api.get(query + "&cursor=" + text(page, "next_cursor")).expect(200).json();
        }
    }

    private void checkArrivals(Receiver.Inbox inbox, Set<String> stored) {
        Map<String, List<Long>> arrivals = new HashMap<>();
        for (var request : inbox.all()) {
            arrivals.computeIfAbsent(request.header("webhook-id"), _ -> new ArrayList<>())
                    .add(request.atNanos());
        }

        // Every stored event arrived, and nothing was sent that is not stored.
        var missing = new HashSet<>(stored);
        missing.removeAll(arrivals.keySet());
        assertThat(missing).as("seed %d", SEED).isEmpty();
        assertThat(stored).as("seed %d", SEED).containsAll(arrivals.keySet());

        int repeats = 0;
        for (var arrival : arrivals.entrySet()) {
            var times = arrival.getValue().stream().sorted().toList();
            for (int i = 1; i < times.size(); i++) {
                repeats++;
                assertThat(explained(times.get(i - 1), times.get(i)))
                        .as("%s came again without a kill between, seed %d", arrival.getKey(), SEED)
                        .isTrue();
            }
        }
        LOG.info(
                "events={}, acknowledged={}, repeats={}",
                stored.size(),
                acknowledged.size(),
                repeats);
        assertThat(repeats).isLessThanOrEqualTo(kills.size() * REPEATS_PER_KILL_MAX);
    }

    /// Whether a kill came between the two, while the first was still being recorded. It may have
    /// been read by the receiver only after the axe fell.
    private boolean explained(long firstNanos, long againNanos) {
        return kills.stream()
                .anyMatch(kill ->
                        firstNanos < kill.readyNanos()
                                && againNanos > kill.startNanos()
                                && kill.startNanos() - firstNanos < RECORDING_MAX.toNanos());
    }
}
