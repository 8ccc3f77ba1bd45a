package dev.waybill.feature.replays;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.replay.ReplayPace;
import dev.waybill.domain.replay.ReplayState;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A replay: the request, which does not change, and its current state.
///
/// @param endedAt null until it is done or cancelled
public record Replay(
        UUID id,
        Request request,
        ReplayState state,
        Progress progress,
        ReplayPace pace,
        Instant updatedAt,
        @Nullable Instant endedAt) {

    /// The request, its actor, and the plan that was made of it.
    ///
    /// @param appId the app whose events are replayed; null for all apps
    /// @param byCustomer whether a customer requested it, and not the platform
    /// @param endpointId the endpoint of a replay for one endpoint; null for a replay by filter
    /// @param filter the selection of events as JSON
    /// @param plan the result of planning as JSON
    /// @param startAt when the first delivery may be created
    public record Request(
            @Nullable UUID appId,
            Mode mode,
            boolean byCustomer,
            @Nullable UUID endpointId,
            String filter,
            String plan,
            String reason,
            String actor,
            Instant startAt,
            Instant createdAt) {}

    /// How many items have been processed, and with what result.
    ///
    /// @param made items that were processed
    /// @param skipped processed items for which no delivery could be created
    /// @param delivered deliveries that were delivered
    /// @param failed deliveries that ended in another state
    public record Progress(long total, long made, long skipped, long delivered, long failed) {

        /// Items that have reached their final result.
        public long done() {
            return skipped + delivered + failed;
        }
    }

    /// The permission to pause, resume, cancel or change it. A replay by filter may affect every
    /// app, so it requires the same permission as starting one.
    public Right right() {
        return request.endpointId == null ? Right.ADMINISTER : Right.OPERATE;
    }
}
