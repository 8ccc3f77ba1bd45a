package dev.waybill.feature.redelivery;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A filter for pending deliveries. A null component matches everything.
///
/// @param since matches deliveries created at this time or later
/// @param until matches deliveries created before this time
public record WaitingFilter(
        @Nullable UUID endpointId,
        @Nullable String eventType,
        @Nullable Instant since,
        @Nullable Instant until) {

    /// Whether the filter has any condition.
    boolean isNarrowed() {
        return endpointId != null || eventType != null || since != null || until != null;
    }
}
