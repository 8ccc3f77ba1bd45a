package dev.waybill.feature.users;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class HashQueueTest {

    private final HashQueue queue = new HashQueue();

    private <T> T hash(Supplier<T> work) throws InterruptedException {
        try (var place = requireNonNull(queue.tryEnter())) {
            return place.hash(work);
        }
    }

    @Test
    void hashesNeverRunOnACarrierOfVirtualThreads() throws Exception {
        try (var requests = Executors.newVirtualThreadPerTaskExecutor()) {
            var ran = requests.submit(() -> hash(Thread::currentThread)).get();

            assertThat(ran.isVirtual()).isFalse();
            assertThat(ran.getName()).isEqualTo("passwords");
        }
    }

    @Test
    void oneAtATimeAndNoneBeyondTheBound() throws Exception {
        var go = new CountDownLatch(1);
        var underWay = new AtomicInteger();
        var most = new AtomicInteger();
        var waiting = new ArrayList<Future<Integer>>();
        try (var requests = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < HashQueue.PLACES; i++) {
                var place = requireNonNull(queue.tryEnter());
                waiting.add(
                        requests.submit(() -> {
                            try (place) {
                                return place.hash(() -> {
                                    most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                                    awaitUninterruptibly(go);
                                    return underWay.decrementAndGet();
                                });
                            }
                        }));
            }

            assertThat(queue.tryEnter()).isNull();
            go.countDown();
            for (var result : waiting) {
                assertThat(result.get()).isZero();
            }
        }

        assertThat(most).hasValue(1);
        assertThat(hash(() -> "free again")).isEqualTo("free again");
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
