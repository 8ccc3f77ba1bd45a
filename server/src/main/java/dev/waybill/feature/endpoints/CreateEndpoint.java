package dev.waybill.feature.endpoints;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.engine.capture.IdempotencyKey;
import org.jspecify.annotations.Nullable;

/// Asks for a new endpoint.
///
/// @param app the uid or id of the app it belongs to; null for the caller's own
/// @param secret a signing secret of the caller's own; null to generate one
/// @param key makes a repeated request find the endpoint that the first one made
public record CreateEndpoint(
        Caller caller,
        Mode mode,
        @Nullable String app,
        @Nullable String secret,
        EndpointUpdate settings,
        @Nullable IdempotencyKey key) {

    /// Keeps secrets out of logs and messages.
    @Override
    public String toString() {
        return "CreateEndpoint[]";
    }
}
