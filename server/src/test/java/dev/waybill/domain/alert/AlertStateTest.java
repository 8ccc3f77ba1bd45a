package dev.waybill.domain.alert;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AlertStateTest {

    private static final AlertState FIRING = AlertState.firing(Level.FIRST);

    @Test
    void onlyAHigherLevelIsNews() {
        var second = FIRING.risenTo(Level.SECOND);

        assertThat(FIRING.isBelow(Level.SECOND)).isTrue();
        assertThat(second.isBelow(Level.SECOND)).isFalse();
        assertThat(second.isBelow(Level.FIRST)).isFalse();
        assertThat(second.risenTo(Level.FIRST).level()).isEqualTo(Level.SECOND);
    }

    @Test
    void anAlertThatFiresAgainBeginsWithTheLevelOfNow() {
        var again = FIRING.risenTo(Level.LOST).resolved(NOON).again(Level.FIRST);

        assertThat(again.isResolved()).isFalse();
        assertThat(again.isReopened()).isTrue();
        assertThat(FIRING.isReopened()).isFalse();
        assertThat(again.isBelow(Level.SECOND)).isTrue();
        assertThat(again.isBelow(Level.FIRST)).isFalse();
    }

    @Test
    void anAlertIsQuietWhileSomebodyTakesCareOfIt() {
        var acknowledged = new AlertState(null, 0, NOON, null, null);
        var snoozed = new AlertState(null, 0, null, NOON.plusSeconds(60), null);

        assertThat(FIRING.notifiesChannels(NOON)).isTrue();
        assertThat(acknowledged.notifiesChannels(NOON.plusSeconds(999))).isFalse();
        assertThat(snoozed.notifiesChannels(NOON.plusSeconds(59))).isFalse();
        assertThat(snoozed.notifiesChannels(NOON.plusSeconds(60))).isTrue();
        assertThat(acknowledged.resolved(NOON).again(null).notifiesChannels(NOON)).isTrue();
    }
}
