package dev.waybill.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.dispatch.Tempo.Speed;
import dev.waybill.testing.ManualClock;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// The distribution of permits when they are scarce.
class PermitsTest {

    private static final int MAX = 100;

    private int lanes;
    private final Permits permits = new Permits(MAX, Shares.STANDARD);
    private final AppShare big = new AppShare(new UUID(0, 1));
    private final AppShare small = new AppShare(new UUID(0, 2));
    private final Lane lane = lane(big);
    private final Lane other = lane(big);
    private final Lane stranger = lane(small);

    @Test
    void slowLanesLeaveAReserveThatQuickOnesFind() {
        assertThat(take(lane, Speed.SLOW, 50)).isEqualTo(75);

        assertThat(ask(lane, Speed.SLOW, 1)).as("hardly has any").isTrue();
        assertThat(take(other, Speed.QUICK, 0)).as("up to 95").isEqualTo(19);
    }

    /// Three hundred of them at once do not know of each other.
    @Test
    void newLanesCannotUseUpTheReserve() {
        take(lane, Speed.SLOW, 50);
        int taken = 0;
        for (int i = 0; i < 300; i++) {
            taken += ask(lane(big), Speed.UNKNOWN, 0) ? 1 : 0;
        }

        assertThat(taken).isEqualTo(15);
        assertThat(ask(other, Speed.QUICK, 0)).isTrue();
    }

    /// It was quick when it got them.
    @Test
    void aLaneThatTurnsSlowGetsNoMoreOfTheReserve() {
        take(lane, Speed.SLOW, 50);
        assertThat(ask(other, Speed.QUICK, 0)).isTrue();
        assertThat(ask(other, Speed.QUICK, 1)).isTrue();

        assertThat(ask(other, Speed.QUICK, 2)).as("beyond its portion").isFalse();
        assertThat(ask(other, Speed.SLOW, 2)).isFalse();
    }

    @Test
    void anAppThatHoldsLittleFindsSomeLeftWhateverItsLanesAreLike() {
        take(lane, Speed.SLOW, 50);
        take(other, Speed.QUICK, 0);
        assertThat(ask(other, Speed.QUICK, 0)).isFalse();

        assertThat(take(stranger, Speed.QUICK, 0)).isEqualTo(5);
    }

    @Test
    void theNextFreePermitGoesToTheAppThatHoldsFewest() {
        fill();
        assertThat(ask(lane, Speed.QUICK, 0)).isFalse();
        assertThat(ask(stranger, Speed.QUICK, 0)).isFalse();

        permits.release(big);

        assertThat(permits.next()).isSameAs(stranger);
    }

    @Test
    void withinAnAppLanesComeInTurnAndOnce() {
        fill();
        assertThat(ask(lane, Speed.QUICK, 0)).isFalse();
        assertThat(ask(other, Speed.QUICK, 0)).isFalse();
        assertThat(ask(lane, Speed.QUICK, 0)).isFalse();
        assertThat(permits.next()).as("none is free").isNull();

        for (int i = 0; i < 6; i++) {
            permits.release(big);
        }

        assertThat(permits.next()).isSameAs(lane);
        assertThat(permits.next()).isSameAs(other);
        assertThat(permits.next()).isNull();
    }

    /// Quick ones do not overtake for ever: the shared part is given out by arrival.
    @Test
    void aSlowLaneThatWaitedLongerComesBeforeAQuickOne() {
        fill();
        assertThat(ask(lane, Speed.SLOW, 0)).isFalse();
        assertThat(ask(other, Speed.QUICK, 0)).isFalse();

        for (int i = 0; i < 21; i++) {
            permits.release(big);
        }

        assertThat(permits.next()).isSameAs(lane);
    }

    @Test
    void theReserveGoesToAQuickLaneWhoeverElseWaits() {
        fill();
        assertThat(ask(lane, Speed.SLOW, 5)).isFalse();
        assertThat(ask(other, Speed.QUICK, 0)).isFalse();

        for (int i = 0; i < 6; i++) {
            permits.release(big);
        }

        assertThat(permits.next()).isSameAs(other);
        assertThat(permits.next()).as("nothing for the slow one yet").isNull();
    }

    @Test
    void aLaneThatChangedWhileItWaitedWaitsAsWhatItIs() {
        fill();
        assertThat(ask(lane, Speed.QUICK, 0)).isFalse();
        assertThat(ask(lane, Speed.SLOW, 5)).isFalse();

        for (int i = 0; i < 6; i++) {
            permits.release(big);
        }

        assertThat(permits.next()).isNull();
    }

    /// Every permit is taken, nearly all by one app, and no lane waits.
    private void fill() {
        var filler = lane(big);
        for (int i = 0; i < 95; i++) {
            assertThat(ask(filler, Speed.QUICK, 0)).isTrue();
        }
        var strange = lane(small);
        for (int i = 0; i < 5; i++) {
            assertThat(ask(strange, Speed.QUICK, 0)).isTrue();
        }
    }

    private int take(Lane by, Speed speed, int held) {
        int taken = 0;
        while (ask(by, speed, held)) {
            taken++;
        }
        return taken;
    }

    private boolean ask(Lane by, Speed speed, int held) {
        return permits.acquire(by.app()) || permits.acquireOrWait(by, speed, held);
    }

    private Lane lane(AppShare app) {
        return new Lane(new UUID(1, lanes++), app, new ManualClock(), () -> 0);
    }
}
