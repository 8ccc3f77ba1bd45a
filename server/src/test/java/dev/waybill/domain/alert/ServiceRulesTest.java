package dev.waybill.domain.alert;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceRulesTest {

    @ParameterizedTest
    @CsvSource({"300, 10, true", "299, 10, false", "300, 9, false", "9000, 9, false"})
    void deadLettersGrowForTenMinutes(long inFiveMinutes, int minutes, boolean expected) {
        var readings =
                readings(
                        30,
                        minute ->
                                reading(
                                        minute,
                                        30 - minute <= minutes ? inFiveMinutes : 0,
                                        Group.NONE,
                                        null));

        assertThat(holds(readings, AlertRule.SERVICE_DEAD_LETTERS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "20,  5,  100,  true",
        "500, 90, 500,  true",
        "19,  5,  100,  false",
        "20,  4,  100,  false",
        "20,  5,  401,  false",
        "500, 90, 10000, true",
        "499, 90, 10000, false",
    })
    void manyEndpointsOnManyHostsFail(int failing, int hosts, int all, boolean expected) {
        var reading =
                new Reading(
                        NOON, 0, all, new Group(NOON, failing, hosts), List.of(), null, Set.of());

        assertThat(holds(List.of(reading), AlertRule.SERVICE_SERVER_ERRORS)).isEqualTo(expected);
    }

    /// The endpoints that fail on one host, and those that fail on many.
    @ParameterizedTest
    @CsvSource({"20, 20, true", "500, 600, true", "19, 19, false", "500, 1000, false"})
    void manyEndpointsOfOneHostFail(int onHost, int failing, boolean expected) {
        var group = new Group.OnHost("one.example", NOON, onHost);
        var reading =
                new Reading(
                        NOON,
                        0,
                        20_000,
                        new Group(NOON, failing, 5),
                        List.of(group),
                        null,
                        Set.of());
        var thresholds = Thresholds.defaults(AlertRule.SERVICE_SERVER_ERRORS);

        assertThat(ServiceRules.fires(List.of(reading), thresholds, "one.example"))
                .isEqualTo(expected);
        assertThat(ServiceRules.fires(List.of(reading), thresholds, "two.example")).isFalse();
        assertThat(ServiceRules.firings(List.of(reading), thresholds))
                .hasSize(expected || failing == 1_000 ? 1 : 0);
    }

    @Test
    void theEndpointsOfAHostAreAGroup() {
        var members = new ArrayList<Group.Member>();
        for (int i = 0; i < 7; i++) {
            members.add(new Group.Member(at(i), "one.example"));
            members.add(new Group.Member(at(i), "host" + i));
            members.add(new Group.Member(at(i * 5), "slowly.example"));
        }
        for (int i = 0; i < 5; i++) {
            members.add(new Group.Member(at(100), "two.example"));
        }

        assertThat(Group.onHosts(members))
                .containsExactly(
                        new Group.OnHost("one.example", at(0), 7),
                        new Group.OnHost("two.example", at(100), 5));
    }

    /// When it began to fail, when it was put into service, and the minute of now.
    @ParameterizedTest
    @CsvSource({
        "60,   0,  70,   true",
        "60,   1,  70,   false",
        "60,  60,  70,   false",
        "60,   0,  780,  true",
        "60,   0,  781,  false",
    })
    void aRecentFailureOfAnEndpointThatWorkedBeforeCounts(
            int failing, int watched, int now, boolean expected) {
        assertThat(Group.counts(at(failing), at(watched), at(now))).isEqualTo(expected);
    }

    @Test
    void theAgeOfTheBacklogGrowsWithoutABreak() {
        var growing = readings(20, minute -> aged(minute, minute * 60L));
        var paused = readings(20, minute -> aged(minute, minute < 15 ? minute * 60L : 900));
        var young = readings(20, minute -> aged(minute, minute * 29L));
        var empty = readings(20, minute -> aged(minute, minute == 12 ? null : minute * 60L));

        assertThat(holds(growing, AlertRule.SERVICE_BACKLOG)).isTrue();
        assertThat(holds(growing.subList(0, 15), AlertRule.SERVICE_BACKLOG)).isFalse();
        assertThat(holds(paused, AlertRule.SERVICE_BACKLOG)).isFalse();
        assertThat(holds(young, AlertRule.SERVICE_BACKLOG)).isFalse();
        assertThat(holds(empty, AlertRule.SERVICE_BACKLOG)).isFalse();
    }

    @Test
    void aPartStandsStillForTwoMinutes() {
        var once = List.of(stalled(0), stalled(1, Stall.DISK));
        var twice = List.of(stalled(0, Stall.DISK), stalled(1, Stall.DISK, Stall.JOBS));
        var other = List.of(stalled(0, Stall.DISK), stalled(1, Stall.JOBS));
        var gap = List.of(stalled(0, Stall.DISK), stalled(9, Stall.DISK));

        assertThat(holds(once, AlertRule.SERVICE_STALLED)).isFalse();
        assertThat(holds(twice, AlertRule.SERVICE_STALLED)).isTrue();
        assertThat(ServiceRules.stalled(twice, Thresholds.defaults(AlertRule.SERVICE_STALLED)))
                .containsExactly(Stall.DISK);
        assertThat(holds(other, AlertRule.SERVICE_STALLED)).isFalse();
        assertThat(holds(gap, AlertRule.SERVICE_STALLED)).isFalse();
    }

    /// The stall of each minute: `d` the disk, `-` none.
    @ParameterizedTest
    @CsvSource({
        "----------------------, 0",
        "d---------------------, 0",
        "dd--------------------, 1",
        "dd--------------dd----, 1",
        "dd----------------dd--, 2",
        "dddddddddddddddddddddd, 1",
    })
    void aPreviewEqualsTheEvaluations(String minutes, int expected) {
        var readings =
                readings(
                        minutes.length(),
                        minute ->
                                minutes.charAt(minute) == 'd'
                                        ? stalled(minute, Stall.DISK)
                                        : stalled(minute));
        var thresholds = Thresholds.defaults(AlertRule.SERVICE_STALLED);

        var evaluated = new ArrayList<Instant>();
        boolean fired = false;
        for (int i = 1; i <= readings.size(); i++) {
            boolean fires = ServiceRules.fires(readings.subList(0, i), thresholds, null);
            if (fires && !fired) {
                evaluated.add(readings.get(i - 1).at());
            }
            fired = fires;
        }

        assertThat(ServiceRules.firings(readings, thresholds))
                .hasSize(expected)
                .isEqualTo(evaluated);
    }

    @Test
    void endpointsThatBeganToFailTogetherAreAGroup() {
        var members = new ArrayList<Group.Member>();
        for (int i = 0; i < 10; i++) {
            members.add(new Group.Member(at(-1_000 + i * 20), "old" + i));
        }
        for (int i = 0; i < 6; i++) {
            members.add(new Group.Member(at(i * 3), "host" + i % 3));
        }
        members.add(new Group.Member(at(31), "late"));

        assertThat(Group.of(members)).isEqualTo(new Group(at(0), 6, 3));
        assertThat(Group.of(List.of())).isEqualTo(Group.NONE);
    }

    @Test
    void aRuleOfEndpointsHasNoReadings() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> holds(List.of(stalled(0)), AlertRule.ENDPOINT_FAILING));
    }

    private static boolean holds(List<Reading> readings, AlertRule rule) {
        return ServiceRules.holds(readings, Thresholds.defaults(rule), null);
    }

    private static List<Reading> readings(int count, IntFunction<Reading> reading) {
        return IntStream.range(0, count).mapToObj(reading).toList();
    }

    private static Reading aged(int minute, @Nullable Long seconds) {
        return reading(minute, 0, Group.NONE, seconds == null ? null : Duration.ofSeconds(seconds));
    }

    private static Reading stalled(int minute, Stall... stalls) {
        return new Reading(at(minute), 0, 10, Group.NONE, List.of(), null, Set.of(stalls));
    }

    private static Reading reading(
            int minute, long deadLetters, Group failing, @Nullable Duration oldestDue) {
        return new Reading(at(minute), deadLetters, 10, failing, List.of(), oldestDue, Set.of());
    }

    private static Instant at(int minutes) {
        return NOON.plus(Duration.ofMinutes(minutes));
    }
}
