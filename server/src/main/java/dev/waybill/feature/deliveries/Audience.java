package dev.waybill.feature.deliveries;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Outcome.Fault;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.engine.routing.EndpointStates;
import dev.waybill.engine.routing.HealthLedger;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who is told what became of a delivery.
public enum Audience {

    /// Whoever runs the service has to know what it does not call, and why.
    OPERATORS,

    /// Who chooses the addresses must not learn by them what there is in the network the service
    /// stands in: an address that is not called is one to which no connection could be made.
    CUSTOMERS;

    private static final String BLOCKED = Reason.BLOCKED.code();
    private static final String EXHAUSTED = Reason.EXHAUSTED.code();
    private static final String CONNECT = Fault.CONNECT.cause();

    /// Those that Waybill itself gives. Any other is a word of somebody's own.
    private static final Set<String> LETTER_KINDS =
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

    /// As no delivery ended.
    private static final String NOTHING = "";

    public static Audience of(Caller caller) {
        return caller.role() == Role.APP ? CUSTOMERS : OPERATORS;
    }

    /// The reason as they may see it.
    public Reason seen(Reason reason) {
        return this == CUSTOMERS && reason == Reason.BLOCKED ? Reason.EXHAUSTED : reason;
    }

    /// The cause as they may see it.
    public @Nullable String seenCause(@Nullable String cause) {
        return this == CUSTOMERS && BLOCKED.equals(cause) ? CONNECT : cause;
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
        var kind = LETTER_KINDS.contains(note.kind()) ? note.kind() : DeadLetterNote.RESOLVED;
        return new DeadLetterNote(note.at(), null, kind, null, note.byDelivery());
    }

    /// The reasons that are meant by one they know; null for none.
    public String @Nullable [] reasonsMeant(@Nullable Reason reason) {
        if (reason == null) {
            return null;
        }
        if (this == OPERATORS) {
            return new String[] {reason.code()};
        }
        return switch (reason) {
            case EXHAUSTED -> new String[] {reason.code(), BLOCKED};
            case BLOCKED -> new String[0];
            case PERMANENT, GONE, ENDPOINT_DISABLED, TTL, DEADLINE, CANCELLED, ENDPOINT_DELETED ->
                    new String[] {reason.code()};
        };
    }

    /// The causes that are meant by one they know; null for none.
    public String @Nullable [] causesMeant(@Nullable String cause) {
        if (cause == null) {
            return null;
        }
        if (this == OPERATORS || !(cause.equals(CONNECT) || cause.equals(BLOCKED))) {
            return new String[] {cause};
        }
        return cause.equals(CONNECT) ? new String[] {CONNECT, BLOCKED} : new String[0];
    }

    /// A delivery as they may see it.
    public DeliveryView seen(DeliveryView delivery) {
        if (this == OPERATORS) {
            return delivery;
        }
        var last = delivery.lastAttempt();
        return new DeliveryView(
                delivery.id(),
                delivery.eventId(),
                delivery.eventOwnId(),
                delivery.eventType(),
                delivery.endpointId(),
                delivery.state(),
                BLOCKED.equals(delivery.reason()) ? EXHAUSTED : delivery.reason(),
                delivery.attempts(),
                delivery.nextAttemptAt(),
                delivery.giveUpAt(),
                delivery.expiresAt(),
                delivery.expiresBy(),
                delivery.updatedAt(),
                delivery.lane(),
                delivery.replayOf(),
                delivery.replayed(),
                seenCause(delivery.cause()),
                delivery.letterClosedAt(),
                last == null ? null : seen(last),
                delivery.lastAnswer());
    }

    public AttemptView seen(AttemptView attempt) {
        return new AttemptView(
                attempt.id(),
                attempt.attempt(),
                attempt.startedAt(),
                attempt.durationMs(),
                attempt.status(),
                seen(attempt.error()),
                attempt.excerpt(),
                attempt.url(),
                attempt.signature());
    }

    public AttemptCode seen(AttemptCode code) {
        return new AttemptCode(code.attempt(), code.status(), seen(code.error()));
    }

    private @Nullable String seen(@Nullable String error) {
        if (this == OPERATORS || error == null) {
            return error;
        }
        if (Outcome.Blocked.WORDS.equals(error)) {
            return Fault.CONNECT.words();
        }
        // What exactly is wrong with a certificate would tell about servers that are not theirs.
        return error.startsWith(Fault.TLS.words()) ? Fault.TLS.words() : error;
    }

    /// What they may look for: a list that tells the two apart would say it all the same.
    public DeliveryFilter seen(DeliveryFilter filter) {
        if (this == OPERATORS) {
            return filter;
        }
        return new DeliveryFilter(
                filter.state(),
                seenReason(filter.reason()),
                filter.endpointId(),
                filter.eventType(),
                filter.status(),
                filter.since(),
                filter.until(),
                unreached(filter.cause()),
                filter.deadLetter(),
                unreached(filter.lastFailure()),
                filter.byEnd());
    }

    private static @Nullable String seenReason(@Nullable String reason) {
        if (EXHAUSTED.equals(reason)) {
            return DeliveryFilter.EXHAUSTED_OR_BLOCKED;
        }
        return BLOCKED.equals(reason) ? NOTHING : reason;
    }

    private static @Nullable String unreached(@Nullable String cause) {
        if (CONNECT.equals(cause)) {
            return DeliveryFilter.UNREACHED;
        }
        return BLOCKED.equals(cause) ? NOTHING : cause;
    }
}
