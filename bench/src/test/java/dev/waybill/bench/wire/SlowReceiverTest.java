package dev.waybill.bench.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlowReceiverTest {

    @Test
    void everyRequestIsAnsweredAndNoneBeforeItsTime() throws IOException {
        var receiver = new SlowReceiver(Duration.ofMillis(100));
        Thread.ofPlatform().daemon().start(receiver::run);
        var loader = new Loader(receiver.port(), 4, 1, "any");
        long start = System.nanoTime();

        var words = loader.flood(Duration.ofMillis(10)).split(" ", -1);

        assertThat(words[0]).as("one on each line").isEqualTo("4");
        assertThat(words[1]).isEqualTo("0");
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }
}
