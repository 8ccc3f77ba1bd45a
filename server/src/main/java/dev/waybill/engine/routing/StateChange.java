package dev.waybill.engine.routing;

import dev.waybill.domain.endpoint.EndpointState;
import java.time.Instant;
import java.util.UUID;

/// One entry in the history of an endpoint.
///
/// @param actor `admin` for a user, `waybill` for a rule
public record StateChange(
        UUID id,
        UUID endpointId,
        Instant at,
        EndpointState from,
        EndpointState to,
        String reason,
        String actor) {}
