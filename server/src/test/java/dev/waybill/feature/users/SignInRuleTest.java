package dev.waybill.feature.users;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignInRuleTest {

    private static final Instant NOON = Instant.parse("2026-04-28T12:00:00Z");

    @ParameterizedTest
    @CsvSource({"0, 0", "4, 0", "5, 1", "6, 2", "9, 16", "12, 128", "14, 300", "1000000, 300"})
    void theWaitDoublesUpToABound(int failures, long seconds) {
        assertThat(SignInRule.NAME.waitAt(NOON, failures, NOON)).hasSeconds(seconds);
    }

    @Test
    void whatWasWaitedCounts() {
        var at = NOON.plusSeconds(10);

        assertThat(SignInRule.NAME.waitAt(at, 9, NOON)).hasSeconds(6);
        assertThat(SignInRule.NAME.waitAt(at, 8, NOON)).isZero();
    }

    @Test
    void afterAnHourNothingCounts() {
        var later = NOON.plus(SignInRule.FORGOTTEN_AFTER);

        assertThat(SignInRule.SOURCE.waitAt(later, 1_000, NOON)).isZero();
    }

    @Test
    void anAddressIsGivenMoreThanAName() {
        assertThat(SignInRule.SOURCE.waitAt(NOON, 19, NOON)).isZero();
        assertThat(SignInRule.SOURCE.waitAt(NOON, 10_000, NOON)).isEqualTo(Duration.ofMinutes(1));
    }
}
