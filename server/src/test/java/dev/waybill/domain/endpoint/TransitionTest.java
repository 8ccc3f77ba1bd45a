package dev.waybill.domain.endpoint;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.endpoint.Transition.Changed;
import dev.waybill.domain.endpoint.Transition.Refused;
import dev.waybill.domain.endpoint.Transition.Unchanged;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransitionTest {

    @ParameterizedTest
    @CsvSource({
        "ACTIVE,   ENABLE,  unchanged",
        "ACTIVE,   DISABLE, DISABLED",
        "ACTIVE,   PAUSE,   PAUSED",
        "ACTIVE,   RESUME,  unchanged",
        "PAUSED,   ENABLE,  refused",
        "PAUSED,   DISABLE, DISABLED",
        "PAUSED,   PAUSE,   unchanged",
        "PAUSED,   RESUME,  ACTIVE",
        "DISABLED, ENABLE,  ACTIVE",
        "DISABLED, DISABLE, unchanged",
        "DISABLED, PAUSE,   refused",
        "DISABLED, RESUME,  refused",
    })
    void everyActionFromEveryState(EndpointState from, EndpointAction action, String expected) {
        var before = new Standing(from, null, NOON, Duration.ZERO);

        var came =
                switch (Transition.of(before, action, "why", NOON.plusSeconds(1))) {
                    case Changed(var after) -> after.state().name();
                    case Unchanged _ -> "unchanged";
                    case Refused(var why) -> why.isBlank() ? "" : "refused";
                };

        assertThat(came).isEqualTo(expected);
    }

    @Test
    void whatTookItOutOfServiceIsRememberedAndForgottenWhenItIsBack() {
        var paused = after(Standing.active(NOON), EndpointAction.PAUSE, 10);
        var resumed = after(paused, EndpointAction.RESUME, 25);

        assertThat(paused.reason()).isEqualTo("why");
        assertThat(paused.since()).isEqualTo(NOON.plusSeconds(10));
        assertThat(resumed.reason()).isNull();
        assertThat(resumed.pausedBefore()).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void pausesAddUpAndOneUnderWayCounts() {
        var once =
                after(
                        after(Standing.active(NOON), EndpointAction.PAUSE, 0),
                        EndpointAction.RESUME,
                        5);
        var again = after(once, EndpointAction.PAUSE, 100);

        assertThat(once.pausedTotalAt(NOON.plusSeconds(50))).isEqualTo(Duration.ofSeconds(5));
        assertThat(again.pausedTotalAt(NOON.plusSeconds(100))).isEqualTo(Duration.ofSeconds(5));
        assertThat(again.pausedTotalAt(NOON.plusSeconds(107))).isEqualTo(Duration.ofSeconds(12));
        assertThat(again.pausedTotalAt(NOON)).as("a clock behind").isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aPauseThatEndsInBeingDisabledCountsToo() {
        var paused = after(Standing.active(NOON), EndpointAction.PAUSE, 0);

        var disabled = after(paused, EndpointAction.DISABLE, 9);

        assertThat(disabled.pausedTotalAt(NOON.plusSeconds(1_000)))
                .isEqualTo(Duration.ofSeconds(9));
    }

    private static Standing after(Standing before, EndpointAction action, long seconds) {
        if (Transition.of(before, action, "why", NOON.plusSeconds(seconds))
                instanceof Changed(var standing)) {
            return standing;
        }
        throw new AssertionError(action + " changes nothing of " + before);
    }
}
