package dev.waybill.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.LogLines;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeadlinesTest {

    private static final Duration SOON = Duration.ofMillis(1);

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
                    .containsExactly("ERROR watching over deadlines failed and goes on");
        }
    }
}
