package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.ApiClient.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A consumer reconciles: reads every captured event, of all processes, and continues where it
/// stopped.
class FeedJourneyTest {

    private static final int BATCHES = 40;
    private static final int BATCH = 25;

    private static RunningService one;
    private static RunningService two;

    @BeforeAll
    static void startBoth() throws SQLException {
        var database = Postgres.newDatabase();
        one = RunningService.on(database, true);
        two = RunningService.on(database, true);
    }

    @AfterAll
    static void stop() {
        one.close();
        two.close();
    }

    @Test
    void aReaderSeesWhatTwoProcessesCaptureAtFullSpeed()
            throws InterruptedException, ExecutionException {
        var start = text(page("limit=1"), "next_cursor");
        var writing = new AtomicInteger(4);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var reader = threads.submit(() -> follow(start, writing));
            var writers =
                    List.<Callable<List<String>>>of(
                            () -> publish(one.api(), "a", writing),
                            () -> publish(two.api(), "b", writing),
                            () -> publishBatches(one.api(), "c", writing),
                            () -> publishBatches(two.api(), "d", writing));
            var published = new ArrayList<String>();
            for (var writer : threads.invokeAll(writers)) {
                published.addAll(writer.get());
            }

            assertThat(reader.get()).doesNotHaveDuplicates().hasSameElementsAs(published);
            // A second read returns the same order, page by page or at once.
            assertThat(follow(start, new AtomicInteger())).isEqualTo(reader.get());
        }
    }

    /// One by one: batches of other requests, often several at once.
    private static List<String> publish(ApiClient api, String name, AtomicInteger writing) {
        var ids = new ArrayList<String>();
        for (int i = 0; i < BATCHES * 5; i++) {
            var id = name + "-" + i;
            var body = "{\"type\":\"feed.one\",\"id\":\"%s\",\"data\":1}".formatted(id);
            api.post("/v1/events", body).expect(202);
            ids.add(id);
        }
        writing.decrementAndGet();
        return ids;
    }

    private static List<String> publishBatches(ApiClient api, String name, AtomicInteger writing) {
        var ids = new ArrayList<String>();
        for (int batch = 0; batch < BATCHES; batch++) {
            var events = new ArrayList<String>();
            for (int i = 0; i < BATCH; i++) {
                var id = name + "-" + batch + "-" + i;
                events.add(
                        "{\"type\":\"feed.many\",\"id\":\"%s\",\"ordering_key\":\"k\",\"data\":1}"
                                .formatted(id));
                ids.add(id);
            }
            api.post("/v1/events/batch", events.toString()).expect(200);
        }
        writing.decrementAndGet();
        return ids;
    }

    private static List<String> follow(String start, AtomicInteger writing) {
        var seen = new ArrayList<String>();
        var cursor = start;
        int emptyAtTheEnd = 0;
        while (emptyAtTheEnd < 50) {
            boolean ended = writing.get() == 0;
            var page = page("limit=20&since=" + cursor);
            var ids = texts(ApiClient.rows(page), "id");
            seen.addAll(ids);
            cursor = text(page, "next_cursor");
            emptyAtTheEnd = ended && ids.isEmpty() ? emptyAtTheEnd + 1 : 0;
        }
        return seen;
    }

    @Test
    void aCursorOfAnotherDatabaseIsRefused() {
        // Byte for byte as this service gives them out, from far ahead.
        var cursor = "Zn" + "_".repeat(10) + text(page("limit=1"), "next_cursor").substring(12);

        for (var parameter : List.of("cursor", "since")) {
            var problem =
                    one.api().get("/v1/events?" + parameter + "=" + cursor).expect(400).json();
            assertThat(text(problem, "detail")).contains("beyond the end of this database's feed");
        }
    }

    private static tools.jackson.databind.JsonNode page(String query) {
        return two.api().get("/v1/events?" + query).expect(200).json();
    }
}
