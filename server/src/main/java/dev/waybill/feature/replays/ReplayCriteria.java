package dev.waybill.feature.replays;

import dev.waybill.domain.endpoint.Endpoint;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What a command asks to send again.
public sealed interface ReplayCriteria permits ReplayFilter, EndpointEvents {

    /// The endpoint that the replay belongs to: the right to operate the endpoint is enough to
    /// start and steer the replay. Null for a replay that may concern every customer.
    @Nullable Endpoint owner();

    /// The criteria as the API writes them, for the record of a replay.
    ObjectNode json();
}
