package dev.waybill.domain.alert;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.domain.endpoint.Standing;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisabledTest {

    /// The state of the endpoint, and the seconds from Waybill's change to its last change.
    @ParameterizedTest
    @CsvSource({
        "DISABLED, 0,  true",
        "PAUSED,   0,  true",
        "ACTIVE,   60, false",
        // somebody enabled it and disabled it again
        "DISABLED, 60, false",
    })
    void aChangeIsInForceUntilAnotherFollows(EndpointState state, int later, boolean expected) {
        var standing = new Standing(state, "gone", NOON.plusSeconds(later), Duration.ZERO);

        assertThat(Disabled.isInForce(standing, NOON)).isEqualTo(expected);
    }

    @Test
    void itIsShownForThreeDaysOrUntilSomebodyHasSeenIt() {
        assertThat(Disabled.wasShown(null, NOON, NOON.plusSeconds(3 * 86_400 - 1))).isFalse();
        assertThat(Disabled.wasShown(null, NOON, NOON.plusSeconds(3 * 86_400))).isTrue();
        assertThat(Disabled.wasShown(NOON, NOON, NOON)).isTrue();
    }
}
