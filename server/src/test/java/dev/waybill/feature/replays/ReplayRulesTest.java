package dev.waybill.feature.replays;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.feature.replays.EndpointEvents.Since;
import dev.waybill.testing.PlainEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReplayRulesTest {

    private static final Caller ADMIN = new Caller("key_1", Role.ADMIN, null, Mode.LIVE, true);
    private static final Caller CUSTOMER =
            new Caller("key_2", Role.APP, Apps.DEFAULT, Mode.LIVE, false);
    private static final Instant TOO_OLD = NOON.minus(ReplayRules.REACH).minusMillis(1);
    private static final Instant OLDEST = NOON.minus(ReplayRules.REACH);

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of(
                        "states",
                        filter(Collections.nCopies(11, DeliveryState.FAILED), List.of(), null),
                        "filter/states range at most 10"),
                Arguments.of(
                        "causes",
                        filter(List.of(), Collections.nCopies(21, "500"), null),
                        "filter/causes range at most 20"),
                Arguments.of(
                        "a cause with a control character",
                        filter(List.of(), List.of("50\u0000"), null),
                        "filter/causes format dead letters"),
                Arguments.of(
                        "delivery ids",
                        new ReplayFilter(
                                null,
                                null,
                                List.of(),
                                List.of(),
                                List.of(),
                                Collections.nCopies(1_001, new UUID(1, 1)),
                                null,
                                List.of(),
                                null,
                                null),
                        "filter/delivery_ids range at most 1000"),
                Arguments.of(
                        "reasons",
                        new ReplayFilter(
                                null,
                                null,
                                List.of(),
                                Collections.nCopies(21, Reason.GONE),
                                List.of(),
                                List.of(),
                                null,
                                List.of("a..b"),
                                null,
                                null),
                        "filter/reasons range at most 20;filter/event_types format filing.*"),
                Arguments.of(
                        "too long ago",
                        filter(List.of(), List.of(), TOO_OLD),
                        "filter/since range 30 days"),
                Arguments.of("no since", events(null), "since required an event's id"),
                Arguments.of(
                        "an endpoint's events too long ago",
                        events(new Since.Time(TOO_OLD)),
                        "since range 30 days"),
                Arguments.of(
                        "an event id that is none",
                        events(new Since.Event("e".repeat(65))),
                        "since range 64"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("broken")
    void criteriaBreakARule(String name, ReplayCriteria criteria, String expected) {
        var found = found(command(ADMIN, criteria, PaceChoice.DEFAULT, null));
        var wanted = expected.split(";", -1);

        assertThat(found).hasSameSizeAs(wanted);
        for (int i = 0; i < wanted.length; i++) {
            var parts = wanted[i].split(" ", 3);
            var one = found.get(i);
            assertThat(String.join("/", one.fullPath())).isEqualTo(parts[0]);
            assertThat(one.code().code()).isEqualTo(parts[1]);
            assertThat(one.detail(one.field())).contains(parts[2]).endsWith(".");
        }
    }

    @Test
    void theBoundsAreAllowed() {
        assertThat(found(command(ADMIN, filter(List.of(), List.of(), OLDEST), 10_000.0, 30)))
                .isEmpty();
        assertThat(found(command(ADMIN, events(new Since.Time(OLDEST)), 0.01, 0))).isEmpty();
        assertThat(found(command(CUSTOMER, events(new Since.Event("evt_1")), 1.0, 1))).isEmpty();
    }

    @Test
    void aPlanMayStartWithinSomeTime() {
        assertThat(found(command(CUSTOMER, events(new Since.Time(NOON)), 1.0, 2)))
                .singleElement()
                .satisfies(one ->
                        assertThat(one.detail("start_at"))
                                .isEqualTo("start_at must be within the next 24 hours."));
        assertThat(found(command(ADMIN, events(new Since.Time(NOON)), 1.0, 31))).hasSize(1);
    }

    @Test
    void everyViolationIsFoundAtOnce() {
        var command =
                new StartReplay(
                        ADMIN,
                        filter(List.of(), List.of("\n"), TOO_OLD),
                        "{}",
                        new PaceChoice(0.5, 10_001.0),
                        NOON.plus(Duration.ofDays(31)),
                        "x".repeat(1_001),
                        -1,
                        NOON);

        assertThat(found(command))
                .extracting(one -> String.join("/", one.fullPath()))
                .containsExactly(
                        "filter/causes",
                        "filter/since",
                        "spread_seconds",
                        "rate_per_second",
                        "start_at",
                        "reason",
                        "expected_total");
    }

    @Test
    void aPaceIsOneOfTwo() {
        var both = new PaceChoice(60.0, 5.0);
        assertThat(found(command(ADMIN, events(new Since.Time(NOON)), both, null)))
                .singleElement()
                .satisfies(one -> assertThat(one.code()).isEqualTo(Violation.Code.CONFLICT));
    }

    @Test
    void anotherPaceHasToBeGiven() {
        var violations = new Violations();
        ReplayRules.check(new ChangePace(ADMIN, new UUID(1, 1), PaceChoice.DEFAULT), violations);
        assertThat(violations.all())
                .singleElement()
                .satisfies(one -> assertThat(one.code()).isEqualTo(Violation.Code.REQUIRED));
    }

    @Test
    void anUnreadablePaceIsNotAlsoMissing() {
        var violations = new Violations();
        violations.add(ReplayRules.SPREAD_SECONDS.violation("spread_seconds"));
        ReplayRules.check(new ChangePace(ADMIN, new UUID(1, 1), PaceChoice.DEFAULT), violations);
        assertThat(violations.all()).hasSize(1);
    }

    @Test
    void onlyAReplayThatMayConcernEverybodyNeedsAReason() {
        var byFilter = new Violations();
        ReplayRules.requireReason(
                command(ADMIN, filter(List.of(), List.of(), null), 1.0, 0), byFilter);
        var ofEndpoint = new Violations();
        ReplayRules.requireReason(command(ADMIN, events(null), 1.0, 0), ofEndpoint);

        assertThat(byFilter.has("reason")).isTrue();
        assertThat(ofEndpoint.isEmpty()).isTrue();
    }

    @Test
    void criteriaAreWrittenAsTheApiWritesThem() {
        var events =
                new EndpointEvents(
                        PlainEndpoint.create(),
                        new Since.Event("order-1"),
                        NOON,
                        List.of("a.*"),
                        List.of(EventOutcome.EXPIRED, EventOutcome.MISSED));
        assertThat(events.json())
                .hasToString(
                        "{\"since\":\"order-1\",\"until\":\"2026-05-01T12:00:00.000Z\","
                                + "\"event_types\":[\"a.*\"],\"states\":[\"expired\",\"missed\"]}");
        assertThat(filter(List.of(DeliveryState.FAILED), List.of("503"), NOON).json())
                .hasToString(
                        "{\"states\":[\"failed\"],\"causes\":[\"503\"],"
                                + "\"since\":\"2026-05-01T12:00:00.000Z\"}");
        assertThat(filter(List.of(), List.of(), null).json()).hasToString("{}");
    }

    private static List<Violation> found(StartReplay command) {
        var violations = new Violations();
        ReplayRules.check(command, violations);
        return violations.all();
    }

    private static ReplayFilter filter(
            List<DeliveryState> states, List<String> causes, @Nullable Instant since) {
        return new ReplayFilter(
                null, null, states, List.of(), causes, List.of(), null, List.of(), since, null);
    }

    private static EndpointEvents events(@Nullable Since since) {
        return new EndpointEvents(PlainEndpoint.create(), since, null, List.of(), List.of());
    }

    private static StartReplay command(
            Caller caller, ReplayCriteria criteria, double rate, int startInDays) {
        return command(
                caller,
                criteria,
                PaceChoice.perSecond(rate),
                NOON.plus(Duration.ofDays(startInDays)));
    }

    private static StartReplay command(
            Caller caller, ReplayCriteria criteria, PaceChoice pace, @Nullable Instant startAt) {
        return new StartReplay(caller, criteria, "{}", pace, startAt, null, null, NOON);
    }
}
