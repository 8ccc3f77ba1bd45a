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

/// Who is told what became of a delivery.
public enum Audience {

    /// Whoever runs the service has to know what it does not call, and why.
    OPERATORS,

    /// Who chooses the addresses must not learn by them what there is in the network the service
    /// stands in: an address that is not called is one to which no connection could be made.
    CUSTOMERS;

    /// Those that Waybill itself gives. Any other is a word of somebody's own.
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

    /// The reason as they may see it.
    public Reason seen(Reason reason) {
        return this == CUSTOMERS && reason == Reason.BLOCKED ? Reason.EXHAUSTED : reason;
    }

    /// The cause as they may see it.
    public Cause seen(Cause cause) {
        return this == CUSTOMERS && cause == Cause.Kind.BLOCKED ? Cause.Kind.CONNECT : cause;
    }

    /// The fault as they may see it. Customers must learn neither whether a port of some address is
    /// open nor what the certificate of a server says that is not theirs.
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

    /// Why an endpoint is in its state: what an operator wrote is meant for colleagues.
    public @Nullable String seenStateReason(@Nullable String reason) {
        return this == OPERATORS || reason == null || STATE_REASONS.contains(reason)
                ? reason
                : EndpointStates.REQUESTED;
    }

    /// What was done about a dead letter: who did it and what they wrote is meant for colleagues.
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

    /// A delivery as they may see it.
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

    /// What they may look for: a list that tells the two apart would say it all the same.
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
