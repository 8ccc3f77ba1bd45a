package dev.waybill.engine.capture;

import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.endpoint.Endpoint;
import java.util.UUID;

/// The short path from capture to the lane of an endpoint in this process: no polling and no claim
/// statement. A place is reserved before the delivery is written, because the row must name the
/// lease.
public interface FastPath {

    /// Returns false if nothing may be sent to the endpoint now, or its lane or the process is
    /// full. The delivery then waits in the database.
    ///
    /// @param urgent whether the delivery expires so soon that it does not wait for a breaker
    boolean reserve(Endpoint endpoint, boolean urgent, int bytes);

    /// The delivery of an ordered endpoint is committed and waits in this lane.
    void linedUp(OrderedLane lane);

    /// The delivery was not written after all.
    void release(UUID endpointId, int bytes);

    /// The delivery is committed and takes its reserved place.
    void accept(Claim claim);
}
