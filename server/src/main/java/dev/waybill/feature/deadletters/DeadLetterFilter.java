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

/// Which dead letters are meant; what is null does not narrow it.
///
/// @param causes as groups name them; none of them if it is empty
/// @param since of deliveries made at this time or later
/// @param until of deliveries made before this time
/// @param audience who sees this reason and these causes
public record DeadLetterFilter(
        Audience audience,
        @Nullable UUID endpointId,
        @Nullable Reason reason,
        @Nullable Set<Cause> causes,
        @Nullable String eventType,
        @Nullable Instant since,
        @Nullable Instant until) {

    /// Whether the filter leaves anything out.
    boolean isNarrowed() {
        return endpointId != null
                || reason != null
                || causes != null
                || eventType != null
                || since != null
                || until != null;
    }

    /// The reasons that are meant, as SQL takes them; null for any.
    String @Nullable [] reasonCodes() {
        var meant = audience.meantReasons(reason == null ? null : Set.of(reason));
        return meant == null ? null : meant.stream().map(Reason::code).toArray(String[]::new);
    }

    /// The causes that are meant, as SQL takes them; null for any.
    String @Nullable [] causeCodes() {
        var meant = audience.meantCauses(causes);
        return meant == null ? null : meant.stream().map(Cause::code).toArray(String[]::new);
    }

    /// Where the range of ids begins that the times stand for.
    public UUID firstId() {
        return since == null ? DeliveryList.BEFORE_ALL : Ids.lowestAt(since);
    }

    /// And before which id it ends.
    public UUID endId() {
        return until == null ? DeliveryList.AFTER_ALL : Ids.lowestAt(until);
    }
}
