package dev.waybill.feature.endpoints;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.SignatureScheme;

/// Asks for another signing secret. Requests are signed with both secrets during the overlap.
///
/// @param signature the scheme of the new secret; by default the present one
/// @param secret a secret of the caller's own; by default one is generated
public record RotateSecret(
        Endpoint endpoint,
        Scope scope,
        Update<SignatureScheme> signature,
        Update<String> secret,
        Update<Integer> overlapSeconds) {

    /// Keeps secrets out of logs and messages.
    @Override
    public String toString() {
        return "RotateSecret[]";
    }
}
