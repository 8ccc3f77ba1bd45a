package dev.waybill.feature.replays;

import dev.waybill.domain.endpoint.Endpoint;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The criteria of a replay in a command.
public sealed interface ReplayCriteria permits ReplayFilter, EndpointEvents {

    /// The endpoint that the replay belongs to: the right to operate the endpoint is enough to
    /// start and change the replay. Null for a replay that may affect every customer.
    @Nullable Endpoint owner();

    /// The criteria as the API writes them, for the record of a replay.
    ObjectNode json();
}
