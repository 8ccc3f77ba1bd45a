package dev.waybill.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.Progress;
import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.engine.dispatch.Tempo.Speed;
import dev.waybill.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TempoTest {

    private static final Claim CLAIM =
            new Claim(
                    new UUID(0, 1),
                    new UUID(0, 2),
                    new UUID(0, 3),
                    ManualClock.NOON,
                    new UUID(0, 4),
                    new Envelope("evt_1", "a.b", new byte[0], null, null),
                    Progress.fresh(ManualClock.NOON, null),
                    RetryPolicies.LIVE,
                    null);

    private final Tempo tempo = new Tempo();
    private long now;

    @Test
    void nothingIsKnownOfWhatWasNeverAttempted() {
        assertThat(tempo.speed(now)).isEqualTo(Speed.UNKNOWN);

        start();

        assertThat(tempo.speed(now)).isEqualTo(Speed.UNKNOWN);
    }

    @Test
    void theFirstAnswerTells() {
        answer(start(), Duration.ofMillis(999));

        assertThat(tempo.speed(now)).isEqualTo(Speed.QUICK);
    }

    @Test
    void aSecondUnderWayTellsAsMuchAsAnAnswer() {
        start();
        pass(Duration.ofMillis(999));
        assertThat(tempo.speed(now)).isEqualTo(Speed.UNKNOWN);

        pass(Duration.ofMillis(1));

        assertThat(tempo.speed(now)).isEqualTo(Speed.SLOW);
    }

    @Test
    void aQuickOneThatTurnsSlowIsKnownAfterASecond() {
        for (int i = 0; i < 20; i++) {
            answer(start(), Duration.ofMillis(20));
        }
        for (int i = 0; i < 3; i++) {
            start();
        }

        pass(Duration.ofSeconds(1));

        assertThat(tempo.speed(now)).isEqualTo(Speed.SLOW);
    }

    @Test
    void oneOrTwoThatTakeLongAreNoSlowness() {
        for (int i = 0; i < 20; i++) {
            answer(start(), Duration.ofMillis(20));
        }
        var strays = new ArrayList<Flight>();
        strays.add(start());
        strays.add(start());
        pass(Duration.ofSeconds(30));

        assertThat(tempo.speed(now)).isEqualTo(Speed.QUICK);
        strays.forEach(stray -> tempo.answered(stray, now));
        assertThat(tempo.speed(now)).as("each counts once").isEqualTo(Speed.QUICK);
    }

    @Test
    void aSlowOneThatRecoversIsKnownAfterThree() {
        for (int i = 0; i < 20; i++) {
            answer(start(), Duration.ofSeconds(12));
        }
        for (int i = 0; i < 3; i++) {
            assertThat(tempo.speed(now)).isEqualTo(Speed.SLOW);
            answer(start(), Duration.ofMillis(20));
        }

        assertThat(tempo.speed(now)).isEqualTo(Speed.QUICK);
    }

    @Test
    void whatWasNotSentSaysNothing() {
        var flight = start();
        tempo.unsent(flight);
        pass(Duration.ofSeconds(2));

        assertThat(tempo.speed(now)).isEqualTo(Speed.UNKNOWN);
    }

    /// Whichever of those under way ends first.
    @Test
    void anyOfThemMayEnd() {
        var flights = new ArrayList<Flight>();
        for (int i = 0; i < 5; i++) {
            flights.add(start());
        }
        for (int index : new int[] {2, 3, 0, 1, 0}) {
            tempo.answered(flights.remove(index), now);
        }
        pass(Duration.ofSeconds(5));

        assertThat(tempo.speed(now)).isEqualTo(Speed.QUICK);
    }

    private Flight start() {
        var flight = new Flight(CLAIM, false);
        tempo.started(flight, now);
        return flight;
    }

    private void answer(Flight flight, Duration after) {
        pass(after);
        tempo.answered(flight, now);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
