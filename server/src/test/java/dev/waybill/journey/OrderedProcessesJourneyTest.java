package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journey.Receiver.Answer;
import dev.waybill.journey.Receiver.Received;
import dev.waybill.testing.Eventually;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Three processes deliver the events of many keys to a receiver that fails every fifth time, and
/// one of them is killed: per key everything arrives first in its sequence, and nothing before the
/// one in front of it was accepted. `-Dslow=true` makes it a hundred keys of a hundred events.
class OrderedProcessesJourneyTest {

    private static final boolean SLOW = Boolean.getBoolean("slow");
    private static final int KEYS = SLOW ? 100 : 12;
    private static final int EVENTS = SLOW ? 100 : 10;
    private static final double FAILING = 0.2;
    private static final long SEED = Long.getLong("seed", 20_261_116);
    private static final Duration PATIENCE = Duration.ofMinutes(SLOW ? 10 : 1);

    /// More failures in a row than the test has.
    private static final int ATTEMPTS = 20;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Map<String, List<Long>> firstArrivals = new HashMap<>();
    private final Map<String, Set<Long>> accepted = new HashMap<>();
    private final List<String> tooEarly = new ArrayList<>();
    private final CountDownLatch death = new CountDownLatch(1);
    private final AtomicInteger waitingForIt = new AtomicInteger();

    @Test
    void orderHoldsOverThreeProcessesAndADeath() throws Exception {
        var database = Postgres.newDatabase();
        try (var receiver = Receiver.start();
                var doomed = ServiceProcess.onDatabase(database);
                var doomedApi = doomed.api()) {
            var inbox = receiver.at("/ordered").answers(this::answer);
            var doomedId = onlyProcess(database);
            try (var two = ServiceProcess.onDatabase(database);
                    var three = ServiceProcess.onDatabase(database);
                    var apiTwo = two.api();
                    var apiThree = three.api()) {
                createEndpoint(apiTwo, inbox.url());
                publishThroughAll(List.of(doomedApi, apiTwo, apiThree));

                // All lanes are under way then, some of them in the doomed process.
                Eventually.get(PATIENCE, waitingForIt::get, count -> count == KEYS);
                doomed.kill();
                declareDead(database, doomedId);
                death.countDown();

                Eventually.get(PATIENCE, this::acceptedCount, count -> count == KEYS * EVENTS);
                assertOrder();
            }
        }
    }

    private static void createEndpoint(ApiClient api, String url) {
        var json = JSON.createObjectNode().put("url", url).put("ordering", "key");
        json.put("max_in_flight", KEYS);
        json.putArray("event_types").add("ordered.e");
        var policy = json.putObject("retry_policy").put("kind", "list").put("jitter", "none");
        var waits = policy.putArray("waits_seconds");
        for (int i = 1; i < ATTEMPTS; i++) {
            waits.add(0.2);
        }
        api.createEndpoint(json);
    }

    private static void publishThroughAll(List<ApiClient> apis) throws Exception {
        var publishers = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < apis.size(); i++) {
            var api = apis.get(i);
            int first = i;
            publishers.add(() -> {
                for (int round = first; round < EVENTS; round += apis.size()) {
                    api.postLines("/v1/events/batch", round()).expect(200);
                }
                return true;
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var published : threads.invokeAll(publishers)) {
                assertThat(published.get()).isTrue();
            }
        }
    }

    /// One event of each key, and some of a type the endpoint does not take, which leave gaps.
    private static String round() {
        var lines = new StringBuilder();
        for (int key = 0; key < KEYS; key++) {
            lines.append(line("ordered.e", key));
            if (key % 3 == 0) {
                lines.append(line("other.e", key));
            }
        }
        return lines.toString();
    }

    private static String line(String type, int key) {
        return "{\"type\":\"%s\",\"ordering_key\":\"key-%d\",\"data\":{}}\n".formatted(type, key);
    }

    /// At some point every delivery waits for the end of the killed process.
    private Answer answer(Received request) throws InterruptedException {
        if (acceptedCount() >= KEYS * EVENTS / 4) {
            waitingForIt.incrementAndGet();
            death.await();
        }
        return judge(request);
    }

    private synchronized Answer judge(Received request) {
        var event = JSON.readTree(request.body());
        var key = ApiClient.text(event, "ordering_key");
        long sequence = event.get("sequence").longValue();
        var seen = firstArrivals.computeIfAbsent(key, _ -> new ArrayList<>());
        var done = accepted.computeIfAbsent(key, _ -> new HashSet<>());
        if (!seen.contains(sequence)) {
            if (!done.containsAll(seen)) {
                tooEarly.add(key + " " + sequence + " after " + seen);
            }
            seen.add(sequence);
        }
        if (random.nextDouble() < FAILING) {
            return Answer.of(503);
        }
        done.add(sequence);
        return Answer.of(200);
    }

    private synchronized int acceptedCount() {
        return accepted.values().stream().mapToInt(Set::size).sum();
    }

    private synchronized void assertOrder() {
        assertThat(tooEarly).as("seed " + SEED).isEmpty();
        assertThat(firstArrivals).hasSize(KEYS);
        firstArrivals.forEach((key, sequences) ->
                assertThat(sequences).as(key + ", seed " + SEED).hasSize(EVENTS).isSorted());
    }

    private static String onlyProcess(String database) throws SQLException {
        try (var connection = Postgres.connect(database);
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT id FROM process")) {
            rows.next();
            return rows.getString(1);
        }
    }

    /// As if the minute had passed after which the others take it for dead.
    private static void declareDead(String database, String processId) throws SQLException {
        try (var connection = Postgres.connect(database);
                var statement = connection.createStatement()) {
            statement.executeUpdate(
                    "UPDATE process SET alive_until = now() WHERE id = '" + processId + "'");
        }
    }
}
