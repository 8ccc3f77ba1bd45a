package dev.waybill.domain.endpoint;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.waybill.domain.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The exchange of an endpoint's pace between processes.
class PaceSharingTest {

    private static final Instant SOON = NOON.plusSeconds(10);
    private static final Instant LATER = NOON.plusSeconds(40);
    private static final Breaker PARKED = new Breaker(10, SOON);
    private static final SharedPace PARKED_FOR_ALL = new SharedPace(12, LATER, false, null);

    private static Pace pace(Breaker breaker) {
        return new Pace(null, null, breaker, null);
    }

    private static Pace heldOff(@Nullable Instant until) {
        return new Pace(null, null, Breaker.CLOSED, until);
    }

    private static PaceReport failures(int count) {
        return new PaceReport(count, false, null, null);
    }

    static Stream<Arguments> breakers() {
        var probed = new PaceReport(1, false, LATER, null);
        var mine = new SharedPace(12, LATER, true, null);
        var failing = new SharedPace(4, null, false, null);
        return Stream.of(
                arguments(Breaker.CLOSED, SharedPace.WELL, PaceReport.NONE, Breaker.CLOSED),
                arguments(new Breaker(3, null), failing, failures(2), new Breaker(6, null)),
                // Its own unreported changes take precedence.
                arguments(Breaker.CLOSED, PARKED_FOR_ALL, PaceReport.CLOSED, Breaker.CLOSED),
                arguments(PARKED, SharedPace.WELL, probed, PARKED),
                arguments(PARKED, PARKED_FOR_ALL, probed, PARKED),
                // Another process found that the endpoint is back.
                arguments(PARKED, SharedPace.WELL, PaceReport.NONE, Breaker.CLOSED),
                // It parks with the others, and probes when it is its turn.
                arguments(Breaker.CLOSED, PARKED_FOR_ALL, failures(1), new Breaker(13, LATER)),
                arguments(PARKED, PARKED_FOR_ALL, PaceReport.NONE, new Breaker(12, LATER)),
                arguments(Breaker.CLOSED, mine, PaceReport.NONE, new Breaker(12, LATER)),
                arguments(PARKED, mine, PaceReport.NONE, PARKED));
    }

    @ParameterizedTest
    @MethodSource("breakers")
    void theBreakerIsWhatAllKnowTogether(
            Breaker own, SharedPace shared, PaceReport unreported, Breaker expected) {
        assertThat(pace(own).learning(shared, unreported, NOON).breaker()).isEqualTo(expected);
    }

    @Test
    void anEndpointThatAnotherProcessFoundBackIsRampedUp() {
        assertThat(pace(PARKED).learning(SharedPace.WELL, PaceReport.NONE, NOON).ramp())
                .isEqualTo(Ramp.begin(NOON));
        assertThat(pace(PARKED).learning(SharedPace.WELL, PaceReport.CLOSED, NOON).ramp()).isNull();
        assertThat(Pace.FREE.learning(SharedPace.WELL, PaceReport.NONE, NOON)).isEqualTo(Pace.FREE);
        assertThat(pace(PARKED).learning(PARKED_FOR_ALL, PaceReport.NONE, NOON).ramp()).isNull();
    }

    @Test
    void aRampGoesOn() {
        var ramping = Pace.FREE.ramping(NOON);

        for (var shared : new SharedPace[] {SharedPace.WELL, PARKED_FOR_ALL}) {
            assertThat(ramping.learning(shared, PaceReport.NONE, LATER).ramp())
                    .isEqualTo(Ramp.begin(NOON));
        }
    }

    static Stream<Arguments> holdOffs() {
        return Stream.of(
                arguments(null, null, null),
                arguments(SOON, null, SOON),
                arguments(null, SOON, SOON),
                arguments(SOON, LATER, LATER),
                arguments(LATER, SOON, LATER));
    }

    @ParameterizedTest
    @MethodSource("holdOffs")
    void theLongerHoldOffCounts(
            @Nullable Instant own, @Nullable Instant others, @Nullable Instant expected) {
        var shared = new SharedPace(0, null, false, others);

        assertThat(heldOff(own).learning(shared, PaceReport.NONE, NOON).holdOffUntil())
                .isEqualTo(expected);
        assertThat(heldOff(own).learning(shared, PaceReport.CLOSED, NOON).holdOffUntil())
                .isEqualTo(expected);
        var report = new PaceReport(0, false, null, own);
        assertThat(report.and(new PaceReport(0, false, null, others)).holdOffUntil())
                .isEqualTo(expected);
    }

    static Stream<Arguments> changes() {
        var nine = pace(new Breaker(9, null));
        var ten = pace(new Breaker(10, LATER));
        return Stream.of(
                arguments(Pace.FREE, Pace.FREE, PaceReport.NONE),
                arguments(Pace.FREE, pace(new Breaker(1, null)), failures(1)),
                arguments(nine, ten, new PaceReport(1, false, LATER, null)),
                arguments(nine, Pace.FREE, PaceReport.CLOSED),
                arguments(ten, ten, PaceReport.NONE),
                arguments(ten, pace(new Breaker(10, SOON)), new PaceReport(0, false, SOON, null)),
                arguments(ten, Pace.FREE, PaceReport.CLOSED),
                arguments(Pace.FREE, heldOff(SOON), new PaceReport(0, false, null, SOON)),
                arguments(heldOff(SOON), heldOff(LATER), new PaceReport(0, false, null, LATER)),
                arguments(heldOff(SOON), heldOff(SOON), PaceReport.NONE));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void onlyChangesAreReported(Pace before, Pace after, PaceReport report) {
        assertThat(PaceReport.of(before, after)).isEqualTo(report);
    }

    static Stream<Arguments> sequences() {
        var opened = new PaceReport(1, false, SOON, null);
        return Stream.of(
                arguments(failures(2), failures(3), failures(5)),
                arguments(PaceReport.CLOSED, failures(3), new PaceReport(3, true, null, null)),
                // Failures before an answer no longer count.
                arguments(opened, PaceReport.CLOSED, PaceReport.CLOSED),
                arguments(opened, failures(1), new PaceReport(2, false, SOON, null)),
                arguments(
                        opened,
                        new PaceReport(0, false, LATER, null),
                        new PaceReport(1, false, LATER, null)),
                arguments(
                        opened,
                        new PaceReport(2, true, LATER, null),
                        new PaceReport(2, true, LATER, null)));
    }

    @ParameterizedTest
    @MethodSource("sequences")
    void reportsAddUp(PaceReport first, PaceReport next, PaceReport together) {
        assertThat(first.and(next)).isEqualTo(together);
    }

    @Test
    void troubleOfOurOwnParksAtOnceAndHoldsOffWhatIsUrgent() {
        var until = NOON.plus(Pace.TROUBLE_PAUSE);
        var troubled = Pace.FREE.troubled(NOON);

        assertThat(troubled.breaker()).isEqualTo(new Breaker(Breaker.FAILURES_MAX, until));
        assertThat(troubled.next(true)).isEqualTo(until);
        assertThat(heldOff(SOON).troubled(NOON).holdOffUntil()).isEqualTo(until);
        assertThat(heldOff(LATER).troubled(NOON).holdOffUntil()).isEqualTo(LATER);
        assertThat(pace(new Breaker(17, null)).troubled(NOON).breaker().failures()).isEqualTo(17);
    }

    @Test
    void aLimitIsTakenAwayAndNothingElse() {
        var limited = pace(PARKED).limitedTo(2.0, NOON);

        assertThat(limited.limitedTo(null, NOON)).isEqualTo(pace(PARKED));
        assertThat(limited.limitedTo(2.0, LATER)).isSameAs(limited);
        assertThat(Pace.FREE.limitedTo(null, NOON)).isSameAs(Pace.FREE);
    }

    @ParameterizedTest
    @CsvSource({"1500, 3", "1501, 4", "500, 1", "1, 1"})
    void aTimeIsWorthWhatTheLimitAllows(long millis, int attempts) {
        var time = Duration.ofMillis(millis);

        assertThat(Pace.FREE.limitedTo(2.0, NOON).worth(time)).isEqualTo(attempts);
        assertThat(Pace.FREE.worth(time)).isEqualTo(Integer.MAX_VALUE);
        assertThat(pace(PARKED).worth(time)).isOne();
        assertThat(Pace.FREE.ramping(NOON).limitedTo(2.0, NOON).worth(time)).isEqualTo(attempts);
    }

    @Test
    void aSlowRampIsWorthLessThanAHighLimit() {
        var ramping = Pace.FREE.ramping(NOON).limitedTo(1_000.0, NOON);

        assertThat(ramping.worth(Duration.ofSeconds(1))).isLessThan(1_000);
        assertThat(Pace.FREE.after(new Outcome.Accepted(200), NOON).worth(Duration.ofSeconds(1)))
                .isEqualTo(Integer.MAX_VALUE);
    }
}
