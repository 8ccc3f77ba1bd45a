package dev.waybill.engine.trace;

import dev.waybill.infra.trace.OpenSpan;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Decides which publishes and attempts are recorded. Its methods neither wait nor fail.
public interface Traces {

    /// Tracing is off: the context of a producer is passed on, and nothing is recorded.
    Traces OFF = new TracesOff();

    /// A publish begins.
    ///
    /// @param header the `traceparent` of the request; ignored if it is malformed
    /// @return null if the events keep no context and nothing is recorded
    @Nullable Trace publish(@Nullable String header);

    /// An attempt begins. An event whose trace is not recorded costs no object here.
    ///
    /// @param kept the `traceparent` that was kept with the event
    /// @return null if the request carries what was kept and nothing is recorded
    @Nullable Trace attempt(@Nullable String kept, UUID deliveryId, Instant at);

    /// The recording of an attempt's result begins.
    OpenSpan settle(OpenSpan attempt, Instant at);
}
