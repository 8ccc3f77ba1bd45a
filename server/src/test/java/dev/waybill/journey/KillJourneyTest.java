package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
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

/// The service and its PostgreSQL are killed, as by a power cut, at random moments under load.
/// Every acknowledged event arrives, nothing stays open, and only deliveries that were unsettled at
/// a kill are repeated, once.
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

    /// One event on its way to one endpoint.
    private record Sent(String url, String eventId) {}

    /// The end of one life of the service.
    ///
    /// @param nextLifeNanos after everything had died, and before anything was started again
    /// @param unsettled what the database then held in flight: leased, and no result recorded
    private record Kill(long nextLifeNanos, Set<Sent> unsettled) {}

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<Kill> kills = new ArrayList<>();
    private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
    private final Queue<String> uncertain = new ConcurrentLinkedQueue<>();

    @Test
    void nothingAcknowledgedIsLostAndOnlyWhatWasUnsettledIsRepeated() throws Exception {
        LOG.info("seed={}, rounds={}", SEED, ROUNDS);
        var folder = Postgres.newFolder();
        try (var receiver = Receiver.start()) {
            var service = ServiceProcess.onFolder(folder);
            try (var api = service.api()) {
                createEndpoints(api, receiver);
            }
            for (int round = 0; round < ROUNDS; round++) {
                try (var api = service.api()) {
                    killUnderLoad(round, service, api, folder);
                }
                var unsettled = unsettled(folder);
                kills.add(new Kill(System.nanoTime(), unsettled));
                service = ServiceProcess.onFolder(folder);
            }
            try (var last = service;
                    var api = last.api()) {
                publishUncertainAgain(api);
                var stored = awaitEverythingSettled(api);
                int repeats = 0;
                for (int i = 0; i < ENDPOINTS; i++) {
                    repeats += checkArrivals(receiver.at("/kill-" + i), stored);
                }
                int unsettled = kills.stream().mapToInt(kill -> kill.unsettled().size()).sum();
                LOG.info(
                        "events={}, acknowledged={}, unsettled={}, repeats={}",
                        stored.size(),
                        acknowledged.size(),
                        unsettled,
                        repeats);
                assertThat(repeats).as("seed %d", SEED).isLessThanOrEqualTo(unsettled);
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
    private void killUnderLoad(int round, ServiceProcess service, ApiClient api, Path folder)
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
            if (postgresFirst) {
                ServiceProcess.killPostgres(folder);
            }
            service.kill();
            ServiceProcess.killPostgres(folder);
            for (var publisher : publishers) {
                publisher.get();
            }
        }
    }

    private static final String UNSETTLED =
            """
            SELECT url, own_id
              FROM delivery
              JOIN event ON event.id = event_id
              JOIN endpoint ON endpoint.id = endpoint_id
             WHERE delivery.state = 'in_flight'
            """;

    /// Reads the data of the killed service, with a server that runs for this query only.
    private static Set<Sent> unsettled(Path folder) throws IOException, SQLException {
        try (var _ = Postgres.start(folder);
                var connection = Postgres.connect(folder);
                var statement = connection.createStatement();
                var rows = statement.executeQuery(UNSETTLED)) {
            var unsettled = new HashSet<Sent>();
            while (rows.next()) {
                unsettled.add(new Sent(rows.getString(1), rows.getString(2)));
            }
            return unsettled;
        }
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
                // Killed. Requests under way may be stored or not: they got no answer.
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
            // Requests of a killed service were never recorded, so they do not count.
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

    /// Returns how many repeats there were, each of them explained by a kill.
    private int checkArrivals(Receiver.Inbox inbox, Set<String> stored) {
        Map<String, List<Integer>> livesOf = new HashMap<>();
        for (var request : inbox.all()) {
            livesOf.computeIfAbsent(request.header("webhook-id"), _ -> new ArrayList<>())
                    .add(life(request.atNanos()));
        }

        // Every stored event arrived, and nothing was sent that is not stored.
        var missing = new HashSet<>(stored);
        missing.removeAll(livesOf.keySet());
        assertThat(missing).as("seed %d", SEED).isEmpty();
        assertThat(stored).as("seed %d", SEED).containsAll(livesOf.keySet());

        int repeats = 0;
        for (var arrivals : livesOf.entrySet()) {
            var eventId = arrivals.getKey();
            var lives = arrivals.getValue().stream().sorted().toList();
            assertThat(lives)
                    .as("%s comes once in each life, seed %d", eventId, SEED)
                    .doesNotHaveDuplicates();
            for (int life : lives.subList(0, lives.size() - 1)) {
                repeats++;
                assertThat(kills.get(life).unsettled())
                        .as("what was settled does not come again, seed %d", SEED)
                        .contains(new Sent(inbox.url(), eventId));
            }
        }
        return repeats;
    }

    /// The number of the life of the service in which a request arrived. Requests of a killed
    /// service are read before the next one starts, because the database is queried in between.
    private int life(long atNanos) {
        return (int) kills.stream().filter(kill -> kill.nextLifeNanos() < atNanos).count();
    }
}
