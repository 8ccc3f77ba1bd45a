package dev.waybill.feature.redelivery;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Which of the deliveries that wait are meant; what is null does not narrow it.
///
/// @param since made at this time or later
/// @param until made before this time
public record WaitingFilter(
        @Nullable UUID endpointId,
        @Nullable String eventType,
        @Nullable Instant since,
        @Nullable Instant until) {

    /// Whether the filter leaves anything out.
    boolean isNarrowed() {
        return endpointId != null || eventType != null || since != null || until != null;
    }
}
