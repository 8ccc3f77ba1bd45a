package dev.waybill.engine;

import dev.waybill.engine.deliver.Sender;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.engine.routing.EndpointSecrets;

/// The parts that build, sign and send the request of an attempt.
public record Outbound(Composer composer, EndpointSecrets secrets, Sender sender) {}
