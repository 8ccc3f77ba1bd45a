package dev.waybill.domain.delivery;

import static dev.waybill.domain.delivery.NodeBreaker.FAULTS_MAX;
import static dev.waybill.domain.delivery.NodeBreaker.PROBES_MAX;
import static dev.waybill.domain.delivery.NodeBreaker.PROBE_EVERY;
import static dev.waybill.domain.delivery.NodeBreaker.SITES_MIN;
import static dev.waybill.domain.delivery.NodeBreaker.WINDOW;
import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.domain.delivery.Outcome.Blocked;
import dev.waybill.domain.delivery.Outcome.NotSent;
import dev.waybill.domain.delivery.Outcome.Refused;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NodeBreakerTest {

    private static final Outcome NO_SOCKET = new NotSent(LocalFault.SOCKETS);
    private static final Outcome NO_CONNECTION = new Unanswered(Fault.CONNECT_REFUSED);

    private final NodeBreaker breaker = new NodeBreaker();

    @Test
    void opensAfterManyLocalFaultsInARow() {
        repeat(FAULTS_MAX - 1, NO_SOCKET);
        assertThat(breaker.isOpen()).isFalse();

        repeat(1, NO_SOCKET);

        assertThat(breaker.trouble()).isEqualTo(LocalFault.SOCKETS.words());
    }

    @Test
    void anyConnectionBreaksTheRow() {
        for (var answer : List.of(new Accepted(200), new Refused(500, null), reset())) {
            repeat(FAULTS_MAX - 1, NO_SOCKET);
            repeat(1, answer);
        }

        assertThat(breaker.isOpen()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {
                "TLS_EXPIRED",
                "TLS_UNTRUSTED",
                "TLS_NAME",
                "TLS_OTHER",
                "RESET",
                "NOT_HTTP",
                "TOO_LARGE"
            })
    void aSiteThatAnswersWronglyIsReached(Fault fault) {
        repeat(FAULTS_MAX - 1, NO_SOCKET);
        breaker.after(new Unanswered(fault), "s0", NOON);
        repeat(FAULTS_MAX - 1, NO_SOCKET);

        assertThat(breaker.isOpen()).isFalse();
    }

    @Test
    void whatIsBlockedIsNotTheNodes() {
        repeat(10 * FAULTS_MAX, new Blocked());

        assertThat(breaker.isOpen()).isFalse();
    }

    /// Nine of ten may be lost.
    @Test
    void exactlyTheShareThatMayBeLostOpensNothing() {
        reach(SITES_MIN, NOON);
        int few = SITES_MIN * 9 / 10;
        lose(0, few - 1, NOON.plusSeconds(2));
        // A second after the last count, so that all of them are counted now.
        lose(few - 1, few, NOON.plusSeconds(4));
        assertThat(breaker.isOpen()).isFalse();

        lose(few, few + 1, NOON.plusSeconds(6));

        assertThat(breaker.isOpen()).isTrue();
    }

    private static Outcome reset() {
        return new Unanswered(Fault.RESET);
    }

    /// One app's names or handshakes must not be able to stop the node.
    @ParameterizedTest
    @EnumSource(names = {"QUEUE", "HANDSHAKES"})
    void aFullQueueIsNotTheNodes(LocalFault fault) {
        repeat(10 * FAULTS_MAX, new NotSent(fault));

        assertThat(breaker.isOpen()).isFalse();
    }

    @Test
    void opensWhenNearlyAllSitesAreLostAtOnce() {
        reach(SITES_MIN, NOON);
        int few = SITES_MIN * 9 / 10;
        lose(0, few, NOON.plusSeconds(1));
        assertThat(breaker.isOpen()).isFalse();

        lose(few, SITES_MIN, NOON.plusSeconds(3));

        assertThat(breaker.trouble()).contains("nearly all hosts");
    }

    @Test
    void sitesThatWereNeverReachedHaveNoSay() {
        reach(1, NOON);

        lose(1, 10_000, NOON.plusSeconds(1));

        assertThat(breaker.isOpen()).isFalse();
    }

    @Test
    void sitesLostLongAgoHaveNoSay() {
        reach(SITES_MIN, NOON);
        lose(0, SITES_MIN - 1, NOON.plusMillis(1));
        // The first of them was counted at once, too few to decide.

        lose(SITES_MIN - 1, SITES_MIN, NOON.plus(WINDOW).plusSeconds(1));

        assertThat(breaker.isOpen()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"TIMEOUT_FIRST_BYTE", "TIMEOUT_TOTAL", "EXPIRY"})
    void silenceSaysNothing(Fault fault) {
        reach(SITES_MIN, NOON);
        for (int i = 0; i < SITES_MIN; i++) {
            breaker.after(new Unanswered(fault), "s" + i, NOON.plusSeconds(i));
        }

        assertThat(breaker.isOpen()).isFalse();
    }

    @Test
    void admitsEverythingWhileClosed() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(breaker.admits(NOON)).isTrue();
        }
    }

    @Test
    void admitsAFewProbesAtATimeWhileOpen() {
        repeat(FAULTS_MAX, NO_SOCKET);

        assertThat(admittedAt(NOON)).isZero();
        assertThat(admittedAt(NOON.plus(PROBE_EVERY))).isEqualTo(PROBES_MAX);
        assertThat(breaker.wouldAdmit(NOON.plus(PROBE_EVERY))).isFalse();
        assertThat(admittedAt(NOON.plus(PROBE_EVERY.multipliedBy(2)))).isEqualTo(PROBES_MAX);
    }

    @Test
    void aProbeThatWasNotNeededIsAnothers() {
        repeat(FAULTS_MAX, NO_SOCKET);
        var later = NOON.plus(PROBE_EVERY);
        admittedAt(later);

        breaker.unused();

        assertThat(admittedAt(later)).isOne();
    }

    @Test
    void oneConnectionClosesIt() {
        repeat(FAULTS_MAX, NO_SOCKET);

        breaker.after(NO_CONNECTION, "s0", NOON);
        assertThat(breaker.isOpen()).as("nobody was reached").isTrue();
        breaker.after(new Refused(503, null), "s0", NOON);

        assertThat(breaker.isOpen()).isFalse();
        repeat(FAULTS_MAX - 1, NO_SOCKET);
        assertThat(breaker.isOpen()).as("the row begins anew").isFalse();
    }

    private void repeat(int times, Outcome outcome) {
        for (int i = 0; i < times; i++) {
            breaker.after(outcome, "s" + i, NOON);
        }
    }

    private void reach(int sites, Instant at) {
        for (int i = 0; i < sites; i++) {
            breaker.after(new Accepted(200), "s" + i, at);
        }
    }

    private void lose(int from, int to, Instant at) {
        for (int i = from; i < to; i++) {
            breaker.after(NO_CONNECTION, "s" + i, at);
        }
    }

    private int admittedAt(Instant at) {
        int admitted = 0;
        while (breaker.admits(at)) {
            admitted++;
        }
        return admitted;
    }
}
