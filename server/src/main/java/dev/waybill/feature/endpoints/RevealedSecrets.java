package dev.waybill.feature.endpoints;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.AuditTrail;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Shows signing secrets in clear. Each time is recorded, unless the caller has just created them.
public final class RevealedSecrets {

    private final Endpoints endpoints;
    private final AuditTrail<Endpoint> trail;
    private final InstantSource clock;

    public RevealedSecrets(Endpoints endpoints, AuditTrail<Endpoint> trail, InstantSource clock) {
        this.endpoints = endpoints;
        this.trail = trail;
        this.clock = clock;
    }

    /// The secrets of an endpoint in clear, for one response.
    ///
    /// @param previous the secret before, while requests are also signed with it
    /// @param previousUntil when that ends
    public record Opened(
            String secret, @Nullable String previous, @Nullable Instant previousUntil) {

        /// Keeps secrets out of logs and messages.
        @Override
        public String toString() {
            return "Opened[]";
        }
    }

    /// The secrets for a caller who asks to see them, which is recorded.
    public Opened reveal(Endpoint endpoint, Actor actor) {
        trail.did(actor, "secret_revealed", endpoint, null);
        return open(endpoint);
    }

    /// The secrets for the caller who has just created them.
    public Opened open(Endpoint endpoint) {
        var secrets = endpoints.secrets();
        var until = endpoint.credentials().previousUntil(clock.instant());
        return new Opened(
                secrets.open(endpoint),
                until == null ? null : secrets.openPrevious(endpoint).orElseThrow(),
                until);
    }
}
