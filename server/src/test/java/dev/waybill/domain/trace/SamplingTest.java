package dev.waybill.domain.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SamplingTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final TraceContext SAMPLED = new TraceContext(TRACE, "00f067aa0ba902b7", 1);

    /// The columns: without a parent, with a sampled one, with another.
    @ParameterizedTest
    @CsvSource({
        "always_on,                1,   true,  true,  true",
        "always_off,               1,   false, false, false",
        "traceidratio,             1,   true,  true,  true",
        "traceidratio,             0,   false, false, false",
        "parentbased_always_on,    0,   true,  true,  false",
        "parentbased_always_off,   1,   false, true,  false",
        "parentbased_traceidratio, 1,   true,  true,  false",
        "parentbased_traceidratio, 0,   false, true,  false"
    })
    void samplersDecideAsTheirNamesSay(
            String name, double ratio, boolean root, boolean ofSampled, boolean ofOther) {
        var sampling = Sampling.named(name, ratio).orElseThrow();

        assertThat(sampled(sampling, null)).isEqualTo(root);
        assertThat(sampled(sampling, SAMPLED)).isEqualTo(ofSampled);
        assertThat(sampled(sampling, SAMPLED.unsampled())).isEqualTo(ofOther);
        assertThat(sampling.isOff()).isEqualTo(!root && !ofSampled && !ofOther);
    }

    private static boolean sampled(Sampling sampling, @Nullable TraceContext parent) {
        return sampling.samples(parent, SAMPLED.low());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "on", "ALWAYS_ON", "parentbased_", "parentbased_jaeger", "xray"})
    void otherNamesAreNotKnown(String name) {
        assertThat(Sampling.named(name, 1)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.25, 0.9})
    void aRatioRecordsThatShare(double ratio) {
        var random = new SplittableRandom(1);
        var sampling = new Sampling(false, ratio);

        long recorded = random.longs(200_000).filter(low -> sampling.samples(null, low)).count();

        assertThat(recorded / 200_000.0).isCloseTo(ratio, within(0.005));
    }

    /// The boundaries of the sampler in OpenTelemetry's own implementations.
    @ParameterizedTest
    @CsvSource({
        "0x0000000000000000, true",
        "0x3ffffffffffffffe, true",
        "0x4000000000000001, false",
        "0x7fffffffffffffff, false",
        "-0x3ffffffffffffff, true",
        "-0x7fffffffffffffff, false"
    })
    void theLowerHalfOfTheIdDecides(String low, boolean recorded) {
        assertThat(new Sampling(false, 0.5).samples(null, Long.decode(low))).isEqualTo(recorded);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void aRatioIsAShare(double ratio) {
        assertThatThrownBy(() -> new Sampling(true, ratio))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothingIsRecordedAtZeroWhateverTheId() {
        assertThat(new Sampling(false, 0).samples(null, Long.MIN_VALUE)).isFalse();
    }
}
