package dev.waybill.engine.capture;

import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.endpoint.Endpoint;
import java.util.UUID;

/// The short way from capture to an endpoint's lane, in this process: no polling and no claim
/// statement. A place is taken before the delivery is written, because the row must say whose it
/// is.
public interface FastPath {

    /// False when nothing may be sent to the endpoint now, or its lane or the process is full: the
    /// delivery then waits in the database.
    ///
    /// @param urgent it goes stale so soon that it does not wait for a breaker
    boolean reserve(Endpoint endpoint, boolean urgent, int bytes);

    /// The delivery of an ordered endpoint is committed, and waits in this lane for its turn.
    void linedUp(OrderedLane lane);

    /// The delivery was not written after all.
    void release(UUID endpointId, int bytes);

    /// The delivery is committed; it takes the place reserved for it.
    void accept(Claim claim);
}
