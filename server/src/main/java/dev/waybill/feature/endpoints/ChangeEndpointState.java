package dev.waybill.feature.endpoints;

import dev.waybill.domain.endpoint.EndpointAction;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Asks to enable, disable, pause or resume an endpoint.
///
/// @param reason for the history; null if none is given
public record ChangeEndpointState(UUID id, EndpointAction action, @Nullable String reason) {}
