package dev.waybill.feature.replays;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.replay.ReplayPace;
import dev.waybill.domain.replay.ReplayState;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A replay as it stands.
///
/// @param appId whose it is; null for everybody's
/// @param byCustomer whether a customer started it, and not the platform
/// @param endpointId the endpoint it is of; null for one by filter
/// @param asked what was asked for, as JSON
/// @param plan what that came to, as JSON
public record Replay(
        UUID id,
        @Nullable UUID appId,
        Mode mode,
        boolean byCustomer,
        @Nullable UUID endpointId,
        ReplayState state,
        String asked,
        String plan,
        String reason,
        String actor,
        Progress progress,
        ReplayPace pace,
        Instant startAt,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant endedAt) {

    /// How far it is.
    ///
    /// @param made items that were taken up
    /// @param skipped those of them that could not be made
    /// @param delivered deliveries that ended so
    /// @param failed and otherwise
    public record Progress(long total, long made, long skipped, long delivered, long failed) {

        /// Items of which nothing more is to be expected.
        public long done() {
            return skipped + delivered + failed;
        }
    }

    /// What it takes to see to it. One by filter may concern every customer, so who may start it
    /// may steer it, and nobody else.
    public Right right() {
        return endpointId == null ? Right.ADMINISTER : Right.OPERATE;
    }
}
