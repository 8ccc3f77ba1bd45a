package dev.waybill.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.ManualClock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LeasesTest {

    private static final UUID TOKEN = new UUID(0, 1);
    private static final UUID OTHER = new UUID(0, 2);

    private final AtomicLong nanos = new AtomicLong();
    private final ManualClock wall = new ManualClock();
    private final ProcessLife life = new ProcessLife(new UUID(1, 1), nanos::get, wall);
    private final Leases leases = new Leases(life);

    @Test
    void aLifeThatNeverBeganCoversNothing() {
        assertThat(life.covers(Duration.ZERO)).isFalse();
    }

    @Test
    void aLifeCoversWhatEndsBeforeIt() {
        life.prolong(nanos.get(), wall.instant(), Duration.ofSeconds(60));

        assertThat(life.covers(Duration.ofSeconds(59))).isTrue();
        assertThat(life.covers(Duration.ofSeconds(60))).isFalse();

        nanos.addAndGet(Duration.ofSeconds(30).toNanos());
        assertThat(life.covers(Duration.ofSeconds(29))).isTrue();
        assertThat(life.covers(Duration.ofSeconds(30))).isFalse();
    }

    /// The monotonic clock stands still while a machine is suspended.
    @Test
    void aSuspendedMachineLosesItsLife() {
        life.prolong(nanos.get(), wall.instant(), Duration.ofSeconds(60));

        wall.advance(Duration.ofMinutes(5));

        assertThat(life.covers(Duration.ZERO)).isFalse();
    }

    @Test
    void aClockThatIsSetBackDoesNotProlongALife() {
        life.prolong(nanos.get(), wall.instant(), Duration.ofSeconds(60));

        wall.advance(Duration.ofHours(-1));
        nanos.addAndGet(Duration.ofSeconds(61).toNanos());

        assertThat(life.covers(Duration.ZERO)).isFalse();
    }

    @Test
    void aLifeIsMeasuredAcrossTheOverflowOfTheClock() {
        nanos.set(Long.MAX_VALUE - 10);

        life.prolong(nanos.get(), wall.instant(), Duration.ofSeconds(60));

        assertThat(life.covers(Duration.ofSeconds(59))).isTrue();
    }

    @Test
    void aLeaseIsFinishedWhenItsLastDeliveryIs() {
        leases.hold(TOKEN, life, 2);

        leases.settled(TOKEN);
        assertThat(leases.holds(TOKEN)).isTrue();
        assertThat(leases.takeFinished(10)).isEmpty();

        leases.settled(TOKEN);
        assertThat(leases.holds(TOKEN)).isFalse();
        assertThat(leases.takeFinished(10)).containsExactly(TOKEN);
        assertThat(leases.takeFinished(10)).as("given out once").isEmpty();
    }

    @Test
    void finishedLeasesAreTakenInBoundedNumbers() {
        for (var token : new UUID[] {TOKEN, OTHER}) {
            leases.hold(token, life, 1);
            leases.settled(token);
        }

        assertThat(leases.takeFinished(1)).containsExactly(TOKEN);
        assertThat(leases.takeFinished(1)).containsExactly(OTHER);
    }

    @Test
    void aForgottenLeaseIsNobodysAndNeverFinished() {
        leases.hold(TOKEN, life, 1);
        leases.forget(TOKEN);

        leases.settled(TOKEN);

        assertThat(leases.holds(TOKEN)).isFalse();
        assertThat(leases.covers(TOKEN, Duration.ZERO)).isFalse();
        assertThat(leases.takeFinished(10)).isEmpty();
    }

    @Test
    void aLeaseCoversOnlyWhileItsLifeGoesOn() {
        life.prolong(nanos.get(), wall.instant(), Duration.ofSeconds(60));
        leases.hold(TOKEN, life, 1);
        assertThat(leases.covers(TOKEN, Duration.ofSeconds(32))).isTrue();

        var next = new ProcessLife(new UUID(1, 2), nanos::get, wall);
        next.prolong(nanos.get(), wall.instant(), Duration.ofSeconds(60));
        leases.beginLife(next);

        assertThat(leases.covers(TOKEN, Duration.ofSeconds(32))).isFalse();
        assertThat(leases.life()).isSameAs(next);
    }
}
