package dev.waybill.bench.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Load and receiver, straight into each other.
class LoaderTest {

    private static final String KEY = "any";

    @Test
    void everyAcceptedRequestWasReceived() throws IOException {
        var receiver = receiver(false);
        var loader = new Loader(receiver.port(), 8, 1, KEY);

        var words = loader.flood(Duration.ofMillis(200)).split(" ", -1);

        assertThat(Long.parseLong(words[0])).isPositive().isEqualTo(receiver.count());
        assertThat(words[1]).isEqualTo("0");
    }

    @Test
    void batchesLargerThanASocketBufferArriveWhole() throws IOException {
        var receiver = receiver(false);
        var loader = new Loader(receiver.port(), 2, 1_000, KEY);

        var words = loader.flood(Duration.ofMillis(200)).split(" ", -1);

        assertThat(Long.parseLong(words[0])).isPositive().isEqualTo(1_000 * receiver.count());
    }

    @Test
    void aDripIsCountedAndTimedOnArrival() throws IOException {
        var receiver = receiver(true);
        var loader = new Loader(receiver.port(), 4, 1, KEY);

        var words = loader.drip(1_000, 250).split(" ", -1);

        var summary = receiver.latencies().summary();
        assertThat(words[0]).isEqualTo("250");
        assertThat(summary[0]).isEqualTo(250);
        assertThat(summary[1]).isPositive().isLessThanOrEqualTo(summary[2]);
        assertThat(summary[2]).isLessThanOrEqualTo(summary[3]);
        assertThat(Duration.ofNanos(summary[3])).isLessThan(Duration.ofSeconds(10));
    }

    private static Receiver receiver(boolean timed) throws IOException {
        var receiver = new Receiver(timed);
        Thread.ofPlatform().daemon().name("receiver").start(receiver::run);
        return receiver;
    }
}
