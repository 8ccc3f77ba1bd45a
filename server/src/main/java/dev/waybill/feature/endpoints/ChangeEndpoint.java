package dev.waybill.feature.endpoints;

import dev.waybill.domain.access.Scope;
import java.util.UUID;

/// Asks to change the settings of an endpoint.
public record ChangeEndpoint(UUID id, Scope scope, EndpointUpdate settings) {}
