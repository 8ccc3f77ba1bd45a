package dev.waybill.feature.redelivery;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.command.WholeRange;
import java.time.Duration;

/// The rules for requeues and for cancels by a filter.
public final class RedeliveryRules {

    /// The field of a command that holds the filter.
    public static final String FILTER = "filter";

    /// One week: longer than the window of most policies.
    private static final Duration DELAY_MAX = Duration.ofDays(7);

    public static final WholeRange DELAY_SECONDS =
            new WholeRange(0, Math.toIntExact(DELAY_MAX.toSeconds()));

    /// The same for forms, in minutes.
    public static final WholeRange DELAY_MINUTES =
            new WholeRange(0, Math.toIntExact(DELAY_MAX.toMinutes()));

    private static final int EVENT_TYPE_LENGTH_MAX = 200;
    private static final int REASON_LENGTH_MAX = 1_000;

    private RedeliveryRules() {}

    static void check(RequeueDelivery command, Violations violations) {
        violations.check("delay_seconds", command.delaySeconds(), DELAY_SECONDS);
    }

    static void check(CancelDeliveries command, Violations violations) {
        var filter = command.filter();
        violations.in(FILTER).checkText("event_type", filter.eventType(), EVENT_TYPE_LENGTH_MAX);
        violations.checkProse("reason", command.reason(), REASON_LENGTH_MAX);
        boolean narrowed = command.app() != null || filter.isNarrowed();
        if (!narrowed && !violations.has(FILTER)) {
            violations.add(
                    FILTER,
                    Violation.Code.REQUIRED,
                    "{} must contain at least one of endpoint_id, event_type, since, until, app.");
        }
    }
}
