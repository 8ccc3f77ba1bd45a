package dev.waybill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PeriodicTest {

    private static final Duration NEVER = Duration.ofDays(1);

    private final AtomicInteger steps = new AtomicInteger();
    private final Semaphore stepped = new Semaphore(0);

    @Test
    void aStepThatMayHaveMoreIsFollowedAtOnce() throws InterruptedException {
        try (var _ = Periodic.start("test", NEVER, () -> step() < 5)) {
            await(5);
        }

        assertThat(steps).hasValue(5);
    }

    @Test
    void aWakeUpEndsThePause() throws InterruptedException {
        try (var periodic = Periodic.start("test", NEVER, () -> step() < 1)) {
            await(1);
            periodic.wake();
            await(1);
        }
    }

    @Test
    void aFailureIsNotTheEnd() throws InterruptedException {
        Periodic.Step failing =
                () -> {
                    if (step() == 1) {
                        throw new IllegalStateException("once");
                    }
                    return false;
                };
        try (var periodic = Periodic.start("test", NEVER, failing)) {
            await(1);
            periodic.wake();
            await(1);
        }
    }

    @Test
    void closingWaitsForTheStepUnderWay() throws InterruptedException {
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        var periodic =
                Periodic.start(
                        "test",
                        NEVER,
                        () -> {
                            begun.countDown();
                            go.await();
                            step();
                            return true;
                        });
        begun.await();
        var closer = Thread.ofVirtual().start(periodic::close);

        go.countDown();
        closer.join();

        assertThat(steps.get()).isPositive();
    }

    private int step() {
        int number = steps.incrementAndGet();
        stepped.release();
        return number;
    }

    private void await(int number) throws InterruptedException {
        assertThat(stepped.tryAcquire(number, 10, TimeUnit.SECONDS)).isTrue();
    }
}
