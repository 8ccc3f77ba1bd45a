package dev.waybill.engine.deliver.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import dev.waybill.testing.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeadlinesTest {

    private static final Duration SOON = Duration.ofMillis(1);

    @Test
    void eachFiresInItsTimeWhereverItIsInTheWheel() {
        try (var deadlines = new Deadlines()) {
            // As far ahead as one turn of the wheel, so that they share slots with those that pass.
            var later = new ArrayList<Deadline>();
            for (int i = 0; i < 100; i++) {
                later.add(deadlines.start(Duration.ofMillis(68_600 + i), false));
            }
            var ended = deadlines.start(SOON, false);
            deadlines.end(ended);
            for (int i = 1; i <= 600; i += 100) {
                var deadline = deadlines.start(Duration.ofMillis(i), false);
                Eventually.holds(() -> !deadline.release());
                assertThat(deadline.passed()).isTrue();
            }

            assertThat(later).allMatch(Deadline::release);
            assertThat(ended.release()).isTrue();
        }
    }

    @Test
    void oneThatThrowsEndsNeitherItselfNorTheOthers() throws InterruptedException {
        var again = new CountDownLatch(3);
        var other = new CountDownLatch(3);
        try (var log = LogLines.of(Deadlines.class);
                var deadlines = new Deadlines()) {
            deadlines.every(
                    SOON,
                    () -> {
                        again.countDown();
                        throw new NoClassDefFoundError("replaced under us");
                    });
            deadlines.every(SOON, other::countDown);

            assertThat(again.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(other.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(log.lines())
                    .containsExactly("ERROR checking deadlines failed and will be retried");
        }
    }
}
