package dev.waybill.domain.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.retry.PolicySpec.Spread;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PolicySpecTest {

    private static final Schedule WAITS =
            new Schedule.Waits(List.of(Duration.ofSeconds(10), Duration.ofMinutes(5)));

    private static PolicySpec spec(Spread spread) {
        return new PolicySpec("calm", WAITS, 3, spread, 0.25, Duration.ofHours(72));
    }

    static Stream<Arguments> spreads() {
        return Stream.of(
                arguments(Spread.NONE, new Jitter.None()),
                arguments(Spread.PROPORTIONAL, new Jitter.Proportional(0.25)),
                // A quarter of the first wait.
                arguments(Spread.ADDITIVE, new Jitter.Additive(Duration.ofMillis(2_500))),
                arguments(Spread.FULL, new Jitter.Full()));
    }

    @ParameterizedTest
    @MethodSource("spreads")
    void theSpreadBecomesAJitter(Spread spread, Jitter jitter) {
        assertThat(spec(spread).jitter()).isEqualTo(jitter);
        assertThat(spec(spread).policy("calm@1"))
                .isEqualTo(new RetryPolicy("calm@1", WAITS, jitter, 3, Duration.ofHours(72)));
    }

    @Test
    void aScopeCoversItsAppInItsMode() {
        var acme = new UUID(1, 1);
        var globex = new UUID(1, 2);

        assertThat(new Scope(acme, Mode.LIVE).covers(acme, Mode.LIVE)).isTrue();
        assertThat(new Scope(acme, Mode.LIVE).covers(acme, Mode.TEST)).isFalse();
        assertThat(new Scope(acme, Mode.LIVE).covers(globex, Mode.LIVE)).isFalse();
        assertThat(new Scope(null, Mode.TEST).covers(globex, Mode.TEST)).isTrue();
        assertThat(new Scope(null, Mode.TEST).covers(globex, Mode.LIVE)).isFalse();
    }
}
