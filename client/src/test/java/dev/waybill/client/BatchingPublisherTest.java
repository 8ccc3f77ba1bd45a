package dev.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.client.PublishResult.Published;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BatchingPublisherTest {

    /// Far longer than a test: only a full batch is sent.
    private static final Duration LONG = Duration.ofHours(1);

    private final ApiDouble api = new ApiDouble();

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void aFullBatchIsSentAtOnce() throws Exception {
        try (var publisher = start(BatchOptions.DEFAULTS.withEvents(3).withLinger(LONG))) {
            var futures = submit(publisher, 3);

            assertThat(get(futures.get(2)).id()).isEqualTo("own_2");
        }
        assertThat(batches()).containsExactly(3);
    }

    @Test
    void aFewEventsAreSentAfterTheTime() throws Exception {
        try (var publisher = start(BatchOptions.DEFAULTS.withLinger(Duration.ofMillis(5)))) {
            assertThat(get(submit(publisher, 1).getFirst()).repeated()).isFalse();
        }
    }

    @Test
    void everyEventHasItsOwnResult() throws Exception {
        api.then(
                200,
                "{\"data\":["
                        + ApiDouble.row(202, "\"id\":\"own_0\"")
                        + ","
                        + ApiDouble.row(422, "\"problem\":{\"type\":\"t\",\"detail\":\"wrong\"}")
                        + "]}");
        try (var publisher = start(BatchOptions.DEFAULTS.withEvents(2).withLinger(LONG))) {
            var futures = submit(publisher, 2);

            assertThat(get(futures.get(0))).isEqualTo(new Published("own_0", false));
            assertThatThrownBy(() -> get(futures.get(1)))
                    .hasCauseInstanceOf(RefusedException.class)
                    .hasMessageContaining("wrong");
        }
    }

    @Test
    void aFailedRequestFailsItsEventsOnly() throws Exception {
        api.then(401, "");
        try (var publisher = start(BatchOptions.DEFAULTS.withEvents(1).withLinger(LONG))) {
            var futures = submit(publisher, 2);

            assertThatThrownBy(() -> get(futures.get(0)))
                    .hasCauseInstanceOf(RefusedException.class);
            assertThat(get(futures.get(1)).id()).isEqualTo("own_1");
        }
    }

    @Test
    void orderIsKept() throws Exception {
        var order = new ArrayList<String>();
        for (int i = 0; i < 20; i++) {
            api.then((exchange, body) -> {
                order.addAll(ApiDouble.events(body));
                ApiDouble.accept(exchange, body);
            });
        }
        try (var publisher = start(BatchOptions.DEFAULTS.withEvents(7))) {
            CompletableFuture.allOf(submit(publisher, 100).toArray(CompletableFuture[]::new))
                    .get(30, TimeUnit.SECONDS);
        }
        assertThat(order).isEqualTo(IntStream.range(0, 100).mapToObj(i -> "own_" + i).toList());
    }

    @Test
    void aFullQueueMakesPublishersWait() throws Exception {
        var arrived = new CountDownLatch(1);
        var gate = new CountDownLatch(1);
        api.then((exchange, body) -> {
            arrived.countDown();
            ApiDouble.await(gate);
            ApiDouble.accept(exchange, body);
        });
        try (var publisher =
                start(BatchOptions.DEFAULTS.withEvents(1).withQueue(2).withLinger(LONG))) {
            submit(publisher, 1);
            arrived.await();
            submit(publisher, 2);
            assertThat(publisher.trySubmit(event(8))).isEmpty();
            var waiting = new Thread(() -> submitQuietly(publisher));
            waiting.start();
            awaitWaiting(waiting);

            gate.countDown();

            waiting.join();
        }
        assertThat(batches()).containsExactly(1, 1, 1, 1);
    }

    @Test
    void closeSendsWhatIsLeft() throws Exception {
        var publisher = start(BatchOptions.DEFAULTS.withEvents(4).withLinger(LONG));
        var futures = submit(publisher, 10);

        publisher.close();

        assertThat(futures).allMatch(CompletableFuture::isDone);
        assertThat(batches()).containsExactly(4, 4, 2);
        assertThatIllegalStateException().isThrownBy(() -> publisher.submit(event(1)));
        assertThatIllegalStateException().isThrownBy(() -> publisher.trySubmit(event(1)));
    }

    @Test
    void closeEndsInTime() throws Exception {
        api.thenStalls();
        var publisher =
                start(
                        BatchOptions.DEFAULTS
                                .withEvents(1)
                                .withLinger(LONG)
                                .withCloseWithin(Duration.ofMillis(200)));
        var futures = submit(publisher, 3);

        publisher.close();

        for (var future : futures) {
            assertThat(future).isDone();
            assertThatThrownBy(future::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(UnavailableException.class);
        }
    }

    @Test
    void aPublisherThatWaitsLearnsOfTheEnd() throws Exception {
        api.thenStalls();
        var publisher =
                start(
                        BatchOptions.DEFAULTS
                                .withEvents(1)
                                .withQueue(1)
                                .withCloseWithin(Duration.ofMillis(200)));
        var result = new CompletableFuture<Published>();
        var waiting =
                new Thread(() -> {
                    try {
                        for (int i = 0; i < 10; i++) {
                            submit(publisher, 1);
                        }
                    } catch (InterruptedException | IllegalStateException e) {
                        result.completeExceptionally(e);
                    }
                });
        waiting.start();
        awaitWaiting(waiting);

        publisher.close();

        assertThatThrownBy(() -> get(result)).hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void theSendingThreadNeverWaitsForItself() throws Exception {
        var gate = new CountDownLatch(1);
        api.then((exchange, body) -> {
            ApiDouble.await(gate);
            ApiDouble.accept(exchange, body);
        });
        try (var publisher =
                start(BatchOptions.DEFAULTS.withEvents(1).withQueue(1).withLinger(LONG))) {
            var chained = submit(publisher, 1).getFirst().thenRun(() -> submitQuietly(publisher));
            submit(publisher, 1);
            gate.countDown();

            assertThatThrownBy(() -> chained.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void optionsAreChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BatchOptions.DEFAULTS.withEvents(1_001));
        assertThatIllegalArgumentException().isThrownBy(() -> BatchOptions.DEFAULTS.withQueue(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BatchOptions.DEFAULTS.withLinger(Duration.ofMillis(-1)));
    }

    private BatchingPublisher start(BatchOptions options) {
        return BatchingPublisher.start(api.client(), options);
    }

    private List<Integer> batches() {
        return api.requests.stream().map(ApiDouble.Seen::events).toList();
    }

    private static List<CompletableFuture<Published>> submit(BatchingPublisher publisher, int count)
            throws InterruptedException {
        var futures = new ArrayList<CompletableFuture<Published>>();
        for (int i = 0; i < count; i++) {
            futures.add(publisher.submit(event(i)));
        }
        return futures;
    }

    private static void submitQuietly(BatchingPublisher publisher) {
        try {
            submit(publisher, 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// There is no other signal that a thread waits.
    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    private static Event event(int number) {
        return Event.of("batch.test", "1").withId("own_" + number);
    }

    private static Published get(CompletableFuture<Published> future)
            throws InterruptedException, ExecutionException {
        try {
            return future.get(30, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(e);
        }
    }
}
