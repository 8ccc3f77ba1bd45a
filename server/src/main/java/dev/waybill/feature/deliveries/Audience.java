package dev.waybill.feature.deliveries;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.engine.routing.EndpointStates;
import dev.waybill.engine.routing.HealthLedger;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The readers of deliveries, who may see different details.
public enum Audience {

    /// Operators see everything.
    OPERATORS,

    /// Customers choose URLs and must not learn from results which addresses exist in the network
    /// of the service: a blocked address looks like one that cannot be reached.
    CUSTOMERS;

    /// Kinds that Waybill itself uses. Users may have chosen any other.
    private static final Set<String> NOTE_KINDS =
            Set.of(
                    DeadLetterNote.REPLAYED,
                    DeadLetterNote.SUPERSEDED,
                    DeadLetterNote.REOPENED,
                    DeadLetterNote.NOTED);

    private static final Set<String> STATE_REASONS =
            Set.of(
                    Reason.GONE.code(),
                    HealthLedger.CONSECUTIVE_FAILURES,
                    HealthLedger.NO_SUCCESS,
                    EndpointStates.REQUESTED);

    public static Audience of(Caller caller) {
        return caller.role() == Role.APP ? CUSTOMERS : OPERATORS;
    }

    /// The reason as the audience may see it.
    public Reason seen(Reason reason) {
        return this == CUSTOMERS && reason == Reason.BLOCKED ? Reason.EXHAUSTED : reason;
    }

    /// The cause as the audience may see it.
    public Cause seen(Cause cause) {
        return this == CUSTOMERS && cause == Cause.Kind.BLOCKED ? Cause.Kind.CONNECT : cause;
    }

    /// The fault as the audience may see it. Customers must not learn whether a port of some
    /// address is open, or details of the certificate of another server.
    public Fault seen(Fault fault) {
        if (this == OPERATORS) {
            return fault;
        }
        return switch (fault) {
            case CONNECT_REFUSED, CONNECT_TIMEOUT, CONNECT_OTHER, BLOCKED -> Fault.CONNECT_OTHER;
            case TLS_EXPIRED, TLS_UNTRUSTED, TLS_NAME, TLS_OTHER -> Fault.TLS_OTHER;
            case DNS,
                    TIMEOUT_FIRST_BYTE,
                    TIMEOUT_TOTAL,
                    RESET,
                    NOT_HTTP,
                    TOO_LARGE,
                    EXPIRY,
                    NOT_STORABLE ->
                    fault;
        };
    }

    /// The reason for an endpoint's state. Customers do not see reasons that an operator wrote.
    public @Nullable String seenStateReason(@Nullable String reason) {
        return this == OPERATORS || reason == null || STATE_REASONS.contains(reason)
                ? reason
                : EndpointStates.REQUESTED;
    }

    /// A note of a dead letter. Customers see neither the actor nor the text.
    public DeadLetterNote seen(DeadLetterNote note) {
        if (this == OPERATORS) {
            return note;
        }
        var kind = NOTE_KINDS.contains(note.kind()) ? note.kind() : DeadLetterNote.RESOLVED;
        return new DeadLetterNote(note.at(), null, kind, null, note.byDelivery());
    }

    /// The reasons that they see as one of these; null for every reason.
    public @Nullable Set<Reason> meantReasons(@Nullable Set<Reason> seen) {
        return seen == null
                ? null
                : Stream.of(Reason.values())
                        .filter(reason -> seen.contains(seen(reason)))
                        .collect(Collectors.toUnmodifiableSet());
    }

    /// The causes that they see as one of these; null for every cause.
    public @Nullable Set<Cause> meantCauses(@Nullable Set<Cause> seen) {
        if (seen == null) {
            return null;
        }
        var statuses = seen.stream().filter(Cause.Status.class::isInstance);
        var kinds = Stream.of(Cause.Kind.values()).filter(kind -> seen.contains(seen(kind)));
        return Stream.<Cause>concat(statuses, kinds).collect(Collectors.toUnmodifiableSet());
    }

    /// A delivery as the audience may see it.
    public DeliveryView seen(DeliveryView delivery) {
        if (this == OPERATORS) {
            return delivery;
        }
        var last = delivery.lastAttempt();
        return new DeliveryView(
                delivery.id(),
                delivery.event(),
                delivery.endpointId(),
                delivery.lane(),
                seen(delivery.progress()),
                delivery.replayOf(),
                delivery.replayed(),
                last == null ? null : seen(last),
                delivery.lastAnswer());
    }

    private DeliveryView.Progress seen(DeliveryView.Progress progress) {
        return new DeliveryView.Progress(
                progress.state(),
                progress.reason() == null ? null : seen(progress.reason()),
                progress.cause() == null ? null : seen(progress.cause()),
                progress.attempts(),
                progress.nextAttemptAt(),
                progress.giveUpAt(),
                progress.updatedAt(),
                progress.deadLetterResolvedAt());
    }

    public AttemptView seen(AttemptView attempt) {
        return new AttemptView(
                attempt.id(),
                attempt.attempt(),
                attempt.startedAt(),
                attempt.durationMs(),
                attempt.status(),
                attempt.fault() == null ? null : seen(attempt.fault()),
                this == OPERATORS ? attempt.faultDetail() : null,
                attempt.excerpt(),
                attempt.url(),
                attempt.signature());
    }

    public AttemptCode seen(AttemptCode code) {
        return new AttemptCode(
                code.attempt(), code.status(), code.fault() == null ? null : seen(code.fault()));
    }

    /// A filter in the audience's terms: a list that distinguished blocked from unreachable would
    /// reveal it.
    public DeliveryFilter seen(DeliveryFilter filter) {
        if (this == OPERATORS) {
            return filter;
        }
        return new DeliveryFilter(
                filter.state(),
                meantReasons(filter.reasons()),
                filter.endpointId(),
                filter.eventType(),
                filter.status(),
                filter.since(),
                filter.until(),
                meantCauses(filter.causes()),
                filter.deadLetter(),
                meantCauses(filter.lastFailures()),
                filter.byEnd());
    }
}
