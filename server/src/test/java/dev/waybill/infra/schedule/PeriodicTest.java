package dev.waybill.infra.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import dev.waybill.testing.LogLines;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(
            classes = {
                OutOfMemoryError.class,
                NoClassDefFoundError.class,
                StackOverflowError.class,
                InterruptedException.class,
                IllegalStateException.class
            })
    void whateverAStepThrowsIsSurvivedAndTold(Class<? extends Throwable> type) throws Exception {
        var thrown = type.getDeclaredConstructor().newInstance();
        Periodic.Step failing =
                () -> {
                    if (step() > 2) {
                        return false;
                    }
                    if (thrown instanceof Error error) {
                        throw error;
                    }
                    throw (Exception) thrown;
                };
        try (var log = LogLines.of(Periodic.class);
                var periodic = Periodic.start("fragile", NEVER, failing)) {
            await(3);
            periodic.wake();
            await(1);

            assertThat(periodic.record().failures()).isZero();
            assertThat(log.lines())
                    .containsExactly(
                            "WARN failed and will be tried again, duty=fragile failures=1",
                            "INFO recovered, duty=fragile failures=2");
        }
    }

    @Test
    void dutiesTellOfTheEssentialOnesInTrouble() {
        var nanos = new AtomicLong();
        var duties = new Duties(nanos::get);
        Periodic.Step failing =
                () -> {
                    step();
                    throw new IllegalStateException("always");
                };
        duties.essential("needed", NEVER, failing);
        duties.add("other", NEVER, failing);
        duties.essential("well", NEVER, () -> false);
        assertThat(duties.trouble()).isEmpty();
        duties.start();
        Eventually.holds(() -> duties.running("needed").record().failures() > 0);
        assertThat(duties.trouble()).isEmpty();

        nanos.addAndGet(DutyRecord.TROUBLE_AFTER.plusSeconds(1).toNanos());

        assertThat(duties.trouble()).contains("needed has been failing for 31 s");
        duties.stop();
        assertThat(duties.join(Countdown.of(Duration.ofSeconds(30)))).isTrue();
    }

    @Test
    void waitingForDutiesHasAnEnd() throws InterruptedException {
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        var duties = new Duties();
        duties.add(
                "stuck",
                NEVER,
                () -> {
                    begun.countDown();
                    go.await();
                    return false;
                });
        duties.start();
        begun.await();

        duties.stop();

        assertThat(duties.join(Countdown.of(Duration.ofMillis(1)))).isFalse();
        go.countDown();
        assertThat(duties.join(Countdown.of(Duration.ofSeconds(30)))).isTrue();
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
