package dev.waybill.feature.replays;

import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Choice;
import dev.waybill.domain.command.DecimalRange;
import dev.waybill.domain.command.PlainText;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.command.WholeRange;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.event.EventType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rules for replays that need nothing but the command. Rules that need the database are in
/// [ReplayService].
public final class ReplayRules {

    /// The part of a command that a [ReplayFilter] is.
    public static final String FILTER = "filter";

    /// How far back replays reach. The contract promises it.
    public static final Duration REACH = Duration.ofDays(30);

    public static final DecimalRange RATE_PER_SECOND = new DecimalRange(0.01, 10_000);

    /// Up to a week.
    public static final DecimalRange SPREAD_SECONDS = new DecimalRange(1, 7 * 86_400);

    public static final WholeRange EXPECTED_TOTAL = new WholeRange(0, Integer.MAX_VALUE);

    private static final String STATES =
            "delivered, failed, expired or cancelled; to one endpoint also missed";

    public static final Choice<DeliveryState> STATE =
            new Choice<>(code -> DeliveryState.of(code).filter(DeliveryState::isTerminal), STATES);

    public static final Choice<EventOutcome> OUTCOME = new Choice<>(EventOutcome::of, STATES);

    public static final Choice<Reason> REASON =
            new Choice<>(
                    Reason::of,
                    Stream.of(Reason.values())
                            .map(Reason::code)
                            .sorted()
                            .collect(Collectors.joining(", ", "of ", "")));

    private static final int STATES_MAX = 10;
    private static final int REASONS_MAX = 20;
    private static final int CAUSES_MAX = 20;
    private static final int DELIVERIES_MAX = 1_000;
    private static final int EVENT_TYPES_MAX = 100;
    private static final int SINCE_LENGTH_MAX = 64;
    private static final int REASON_LENGTH_MAX = 1_000;

    private static final Duration START_MAX = Duration.ofDays(30);

    /// Shorter, because a replay that waits for its start takes one of the few slots of its app.
    private static final Duration CUSTOMER_START_MAX = Duration.ofDays(1);

    private ReplayRules() {}

    static boolean isCustomer(Caller caller) {
        return caller.role() == Role.APP;
    }

    static void check(StartReplay command, Violations violations) {
        switch (command.criteria()) {
            case ReplayFilter filter -> check(filter, command.now(), violations.in(FILTER));
            case EndpointEvents events -> check(events, command.now(), violations);
        }
        check(command.pace(), violations);
        checkStart(command, violations);
        violations.checkProse("reason", command.reason(), REASON_LENGTH_MAX);
        violations.check("expected_total", command.expectedTotal(), EXPECTED_TOTAL);
    }

    private static void check(ReplayFilter filter, Instant now, Violations violations) {
        violations.checkCount("states", filter.states(), STATES_MAX);
        violations.checkCount("reasons", filter.reasons(), REASONS_MAX);
        violations.checkCount("causes", filter.causes(), CAUSES_MAX);
        violations.checkCount("delivery_ids", filter.deliveryIds(), DELIVERIES_MAX);
        if (!filter.causes().stream().allMatch(PlainText::isLine)) {
            violations.add(
                    "causes",
                    Violation.Code.FORMAT,
                    "{} must be causes of dead letters, such as 503, 5xx or timeout.");
        }
        checkTypes(filter.eventTypes(), violations);
        checkReach(filter.since(), now, violations);
    }

    private static void check(EndpointEvents events, Instant now, Violations violations) {
        switch (events.since()) {
            case null ->
                    violations.add(
                            "since",
                            Violation.Code.REQUIRED,
                            "{} is required: an event's id, or a time with an offset such as"
                                    + " 2026-04-28T14:00:00Z.");
            case EndpointEvents.Since.Time(var time) -> checkReach(time, now, violations);
            case EndpointEvents.Since.Event(var id) ->
                    violations.checkText("since", id, SINCE_LENGTH_MAX);
        }
        violations.checkCount("states", events.outcomes(), STATES_MAX);
        checkTypes(events.eventTypes(), violations);
    }

    private static void checkTypes(List<String> patterns, Violations violations) {
        violations.checkCount("event_types", patterns, EVENT_TYPES_MAX);
        if (!patterns.stream().allMatch(EventType::isPattern)) {
            violations.add(
                    "event_types",
                    Violation.Code.FORMAT,
                    "{} must be names or patterns such as filing.*.");
        }
    }

    private static void checkReach(@Nullable Instant since, Instant now, Violations violations) {
        if (since != null && since.isBefore(now.minus(REACH))) {
            violations.add(
                    "since",
                    Violation.Code.RANGE,
                    "Events can be replayed for "
                            + REACH.toDays()
                            + " days. Begin at "
                            + Timestamps.format(now.minus(REACH))
                            + " or later.");
        }
    }

    private static void check(PaceChoice pace, Violations violations) {
        violations.check("spread_seconds", pace.spreadSeconds(), SPREAD_SECONDS);
        violations.check("rate_per_second", pace.ratePerSecond(), RATE_PER_SECOND);
        if (pace.spreadSeconds() != null && pace.ratePerSecond() != null) {
            violations.add(
                    "rate_per_second",
                    Violation.Code.CONFLICT,
                    "Give spread_seconds or rate_per_second, not both.");
        }
    }

    static void check(ChangePace command, Violations violations) {
        check(command.pace(), violations);
        boolean isRead = !violations.has("rate_per_second") && !violations.has("spread_seconds");
        if (command.pace().isDefault() && isRead) {
            violations.add(
                    "rate_per_second",
                    Violation.Code.REQUIRED,
                    "rate_per_second or spread_seconds is required.");
        }
    }

    private static void checkStart(StartReplay command, Violations violations) {
        var max = isCustomer(command.caller()) ? CUSTOMER_START_MAX : START_MAX;
        if (command.startAt() != null && command.startAt().isAfter(command.now().plus(max))) {
            violations.add(
                    "start_at",
                    Violation.Code.RANGE,
                    "{} must be within the next " + max.toHours() + " hours.");
        }
    }

    /// A replay that may concern every customer is not started without a reason.
    static void requireReason(StartReplay command, Violations violations) {
        boolean given = command.reason() != null && !command.reason().isBlank();
        if (command.criteria().owner() == null && !given) {
            violations.add(
                    "reason", Violation.Code.REQUIRED, "{} is required: the audit log shows it.");
        }
    }
}
