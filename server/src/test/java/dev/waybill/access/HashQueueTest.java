package dev.waybill.access;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class HashQueueTest {

    /// Nothing is late, however slow the machine is.
    private final HashQueue queue = new HashQueue(Duration.ofHours(1));

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
    @EnabledOnOs(OS.LINUX)
    void hashesTakeOnlyTimeThatIsLeftOver() throws Exception {
        int policy = hash(HashQueueTest::policyOfThisThread);

        assertThat(policy).as("SCHED_IDLE").isEqualTo(5);
    }

    /// proc(5): the name may contain blanks and ends with the last bracket; then state is field 3,
    /// the scheduling policy is field 41.
    private static int policyOfThisThread() {
        try {
            var stat = Files.readString(Path.of("/proc/thread-self/stat"));
            var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return Integer.parseInt(fields[41 - 3]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// On a machine that is never idle.
    @Test
    void aHashThatGetsNoTimeIsComputedOnAnOrdinaryThread() throws Exception {
        var impatient = new HashQueue(Duration.ZERO);
        var go = new CountDownLatch(1);
        try (var requests = Executors.newVirtualThreadPerTaskExecutor();
                var place = requireNonNull(impatient.tryEnter());
                var other = requireNonNull(impatient.tryEnter())) {
            var names = new LinkedBlockingQueue<String>();
            var stuck =
                    requests.submit(() ->
                            place.hash(() -> {
                                names.add(Thread.currentThread().getName());
                                awaitUninterruptibly(go);
                                return 1;
                            }));
            assertThat(List.of(names.take(), names.take()))
                    .containsExactlyInAnyOrder("passwords", "passwords-late");
            go.countDown();
            assertThat(stuck.get()).isOne();
            assertThat(other.hash(() -> 2)).isEqualTo(2);
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
