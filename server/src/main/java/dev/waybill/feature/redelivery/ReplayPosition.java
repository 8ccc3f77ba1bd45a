package dev.waybill.feature.redelivery;

import dev.waybill.domain.delivery.LanePlace;
import dev.waybill.domain.endpoint.Endpoint;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The position of an item in a replay.
///
/// @param ordinal its place in the whole replay
/// @param orderingKey the event's, if it has one
/// @param sequence its number among those of the key
public record ReplayPosition(
        UUID replayId, long ordinal, @Nullable String orderingKey, @Nullable Long sequence) {

    /// Null if the endpoint is not ordered.
    @Nullable LanePlace at(Endpoint endpoint) {
        var lane = endpoint.orderRules().ordering().laneOf(endpoint.id(), orderingKey);
        if (lane == null) {
            return null;
        }
        long place = lane.isStrict() || sequence == null ? ordinal : sequence;
        return new LanePlace(lane.inReplay(replayId), place);
    }
}
