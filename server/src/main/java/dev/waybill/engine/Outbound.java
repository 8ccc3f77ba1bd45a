package dev.waybill.engine;

import dev.waybill.engine.deliver.Sender;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.engine.routing.EndpointSecrets;
import dev.waybill.engine.trace.Traces;

/// The parts that build, sign, send and trace the request of an attempt.
public record Outbound(Composer composer, EndpointSecrets secrets, Sender sender, Traces traces) {

    /// Without traces.
    public Outbound(Composer composer, EndpointSecrets secrets, Sender sender) {
        this(composer, secrets, sender, Traces.OFF);
    }
}
