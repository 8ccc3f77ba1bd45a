package dev.waybill.engine.deliver;

import dev.waybill.engine.deliver.egress.Target;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// A request ready to be sent: its target, every header in order, the exact bytes.
///
/// @param appId the app of the event
public record OutgoingRequest(
        UUID appId,
        Target target,
        Instant timestamp,
        String signature,
        List<Header> headers,
        byte[] body) {

    /// One header line.
    public record Header(String name, String value) {}
}
