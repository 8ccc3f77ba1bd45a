package dev.waybill.ui.page;

import dev.waybill.domain.Outcome;
import dev.waybill.domain.Outcome.Fault;
import dev.waybill.domain.Reason;
import dev.waybill.query.AttemptCode;
import dev.waybill.query.AttemptView;
import dev.waybill.query.DeliveryFilter;
import dev.waybill.query.DeliveryView;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Who is told what became of a delivery.
public enum Audience {

    /// Whoever runs the service has to know what it does not call, and why.
    OPERATORS,

    /// Who chooses the addresses must not learn by them what there is in the network the service
    /// stands in: an address that is not called is one to which no connection could be made.
    CUSTOMERS;

    private static final String BLOCKED = Reason.BLOCKED.word();
    private static final String CONNECT = Fault.CONNECT.name().toLowerCase(Locale.ROOT);

    /// As no delivery failed.
    private static final String NO_CAUSE = "";

    /// A delivery as they may see it.
    DeliveryView seen(DeliveryView delivery) {
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
                BLOCKED.equals(delivery.reason()) ? Reason.EXHAUSTED.word() : delivery.reason(),
                delivery.attempts(),
                delivery.nextAttemptAt(),
                delivery.giveUpAt(),
                delivery.expiresAt(),
                delivery.updatedAt(),
                delivery.lane(),
                delivery.replayOf(),
                delivery.replayed(),
                BLOCKED.equals(delivery.cause()) ? CONNECT : delivery.cause(),
                delivery.letterClosedAt(),
                last == null ? null : seen(last));
    }

    AttemptView seen(AttemptView attempt) {
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

    AttemptCode seen(AttemptCode code) {
        return new AttemptCode(code.attempt(), code.status(), seen(code.error()));
    }

    private @Nullable String seen(@Nullable String error) {
        return this == CUSTOMERS && Outcome.Blocked.WORDS.equals(error)
                ? Fault.CONNECT.words()
                : error;
    }

    /// What they may look for: a list that tells the two apart would say it all the same.
    public DeliveryFilter seen(DeliveryFilter filter) {
        if (this == OPERATORS) {
            return filter;
        }
        var last = filter.lastFailure();
        return new DeliveryFilter(
                filter.state(),
                filter.reason(),
                filter.endpointId(),
                filter.eventType(),
                filter.status(),
                filter.since(),
                filter.until(),
                filter.cause(),
                filter.deadLetter(),
                CONNECT.equals(last)
                        ? DeliveryFilter.UNREACHED
                        : BLOCKED.equals(last) ? NO_CAUSE : last,
                filter.byEnd());
    }
}
