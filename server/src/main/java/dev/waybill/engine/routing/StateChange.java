package dev.waybill.engine.routing;

import dev.waybill.domain.endpoint.EndpointState;
import java.time.Instant;
import java.util.UUID;

/// One entry in an endpoint's history.
///
/// @param actor who did it: `admin`, or `waybill` by a rule of its own
public record StateChange(
        UUID id,
        UUID endpointId,
        Instant at,
        EndpointState from,
        EndpointState to,
        String reason,
        String actor) {}
