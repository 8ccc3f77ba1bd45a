package dev.waybill.feature.deadletters;

import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.event.Ids;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryList;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A filter for dead letters. A null component matches everything.
///
/// @param causes as groups name them; an empty set matches none
/// @param since matches deliveries created at this time or later
/// @param until matches deliveries created before this time
/// @param audience the audience in whose terms reason and causes are given
public record DeadLetterFilter(
        Audience audience,
        @Nullable UUID endpointId,
        @Nullable Reason reason,
        @Nullable Set<Cause> causes,
        @Nullable String eventType,
        @Nullable Instant since,
        @Nullable Instant until) {

    /// Whether the filter has any condition.
    boolean isNarrowed() {
        return endpointId != null
                || reason != null
                || causes != null
                || eventType != null
                || since != null
                || until != null;
    }

    /// The matching reasons as a SQL parameter; null for any.
    String @Nullable [] reasonCodes() {
        var meant = audience.meantReasons(reason == null ? null : Set.of(reason));
        return meant == null ? null : meant.stream().map(Reason::code).toArray(String[]::new);
    }

    /// The matching causes as a SQL parameter; null for any.
    String @Nullable [] causeCodes() {
        var meant = audience.meantCauses(causes);
        return meant == null ? null : meant.stream().map(Cause::code).toArray(String[]::new);
    }

    /// The lowest id of the time range.
    public UUID firstId() {
        return since == null ? DeliveryList.BEFORE_ALL : Ids.lowestAt(since);
    }

    /// The end of the range of ids, exclusive.
    public UUID endId() {
        return until == null ? DeliveryList.AFTER_ALL : Ids.lowestAt(until);
    }
}
