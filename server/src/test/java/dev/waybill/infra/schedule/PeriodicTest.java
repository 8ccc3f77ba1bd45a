package dev.waybill.infra.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import dev.waybill.testing.LogLines;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
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
        try (var _ = Periodic.start("test", NEVER, () -> new JobResult(1, step() < 5))) {
            await(5);
        }

        assertThat(steps).hasValue(5);
    }

    @Test
    void aWakeUpEndsThePause() throws InterruptedException {
        try (var periodic = Periodic.start("test", NEVER, () -> new JobResult(1, step() < 1))) {
            await(1);
            periodic.wake();
            await(1);
        }
    }

    @Test
    void aFailureIsNotTheEnd() throws InterruptedException {
        Job.Step failing =
                () -> {
                    if (step() == 1) {
                        throw new IllegalStateException("once");
                    }
                    return JobResult.complete(1);
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
        Job.Step failing =
                () -> {
                    if (step() > 2) {
                        return JobResult.complete(1);
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
                            "WARN failed and will be retried, job=fragile failures=1",
                            "INFO recovered, job=fragile failures=2");
        }
    }

    @Test
    void anErrorEndsTheThreadAndAnotherTakesItsPlace() throws InterruptedException {
        var threads = new CopyOnWriteArrayList<Thread>();
        Job.Step fragile =
                () -> {
                    threads.add(Thread.currentThread());
                    if (step() < 3) {
                        throw new StackOverflowError("for the test");
                    }
                    return JobResult.complete(1);
                };
        try (var periodic = Periodic.start("fragile", NEVER, fragile)) {
            await(3);
            Eventually.holds(() -> periodic.record().failures() == 0);

            assertThat(threads).hasSize(3).doesNotHaveDuplicates();
            assertThat(periodic.record().restarts()).isEqualTo(2);
            assertThat(periodic.record().failuresEver()).isEqualTo(2);
            assertThat(periodic.record().runs()).isEqualTo(3);
            assertThat(periodic.hasDied()).isFalse();
        }
    }

    @Test
    void aJobThatIsStoppedIsNotRevived() throws InterruptedException {
        var jobs = new JobGroup();
        jobs.add("test", NEVER, () -> JobResult.complete(step()));
        jobs.start();
        await(1);
        assertThat(jobs.revive()).isZero();

        jobs.stop();
        assertThat(jobs.join(Countdown.of(Duration.ofSeconds(30)))).isTrue();

        assertThat(jobs.revive()).isZero();
        assertThat(jobs.records().getFirst().restarts()).isZero();
    }

    @Test
    void reportsEssentialJobsThatFail() {
        var nanos = new AtomicLong();
        var jobs = new JobGroup(nanos::get);
        Job.Step failing =
                () -> {
                    step();
                    throw new IllegalStateException("always");
                };
        jobs.essential("needed", NEVER, failing);
        jobs.add("other", NEVER, failing);
        jobs.essential("well", NEVER, () -> JobResult.complete(0));
        assertThat(jobs.trouble()).isEmpty();
        jobs.start();
        Eventually.holds(() -> jobs.running("needed").record().failures() > 0);
        assertThat(jobs.trouble()).isEmpty();

        nanos.addAndGet(JobRecord.TROUBLE_AFTER.plusSeconds(1).toNanos());

        assertThat(jobs.trouble()).contains("needed has been failing for 31 s");
        jobs.stop();
        assertThat(jobs.join(Countdown.of(Duration.ofSeconds(30)))).isTrue();
    }

    @Test
    void waitingForJobsHasAnEnd() throws InterruptedException {
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        var jobs = new JobGroup();
        jobs.add(
                "stuck",
                NEVER,
                () -> {
                    begun.countDown();
                    go.await();
                    return JobResult.complete(1);
                });
        jobs.start();
        begun.await();

        jobs.stop();

        assertThat(jobs.join(Countdown.of(Duration.ofMillis(1)))).isFalse();
        go.countDown();
        assertThat(jobs.join(Countdown.of(Duration.ofSeconds(30)))).isTrue();
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
                            return JobResult.untilNone(1);
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
