package dev.waybill.feature.deadletters;

import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.event.Ids;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryList;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Which dead letters are meant; what is null does not narrow it.
///
/// @param cause as a group names it
/// @param since of deliveries made at this time or later
/// @param until of deliveries made before this time
/// @param audience whose words `reason` and `cause` are
public record DeadLetterFilter(
        Audience audience,
        @Nullable UUID endpointId,
        @Nullable Reason reason,
        @Nullable String cause,
        @Nullable String eventType,
        @Nullable Instant since,
        @Nullable Instant until) {

    /// The cause of what nobody tried to deliver.
    public static final String UNATTEMPTED = "unattempted";

    /// Whether the filter leaves anything out.
    boolean isNarrowed() {
        return endpointId != null
                || reason != null
                || cause != null
                || eventType != null
                || since != null
                || until != null;
    }

    /// The reasons that are meant; null for any.
    public String @Nullable [] reasons() {
        return audience.reasonsMeant(reason);
    }

    /// The causes that are meant; null for any.
    public String @Nullable [] causes() {
        return audience.causesMeant(cause);
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
