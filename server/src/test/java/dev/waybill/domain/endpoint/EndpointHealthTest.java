package dev.waybill.domain.endpoint;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointHealthTest {

    @ParameterizedTest
    @CsvSource({
        "1,   PT0S,           ",
        "49,  PT23H59M59S,    ",
        "50,  PT0S,     DISABLE",
        "2,   PT24H,    PAUSE",
        "49,  PT240H,   PAUSE",
        "500, PT240H,   DISABLE",
    })
    void theDefaultRules(int failures, Duration failingFor, EndpointAction expected) {
        assertThat(health(failures, failingFor).requiredAction(HealthRules.DEFAULT))
                .isEqualTo(expected);
    }

    @Test
    void aRuleThatIsOffIsNotApplied() {
        var health = health(1_000, Duration.ofDays(30));

        assertThat(health.requiredAction(new HealthRules(null, null))).isNull();
        assertThat(health.requiredAction(new HealthRules(null, Duration.ofHours(1))))
                .isEqualTo(EndpointAction.PAUSE);
        assertThat(health.requiredAction(new HealthRules(1_000, null)))
                .isEqualTo(EndpointAction.DISABLE);
        assertThat(health.requiredAction(new HealthRules(1_001, null))).isNull();
    }

    private static EndpointHealth health(int failures, Duration failingFor) {
        return new EndpointHealth(failures, NOON, NOON.plus(failingFor));
    }
}
