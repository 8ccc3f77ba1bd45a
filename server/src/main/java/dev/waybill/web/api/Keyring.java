package dev.waybill.web.api;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.deliver.sign.Secrets;
import dev.waybill.feature.endpoints.Endpoints;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Signing secrets in the hands of people: shown, which is told, and turned over to new ones.
public final class Keyring {

    /// A day, in which most receivers are deployed anew or can be.
    public static final Duration OVERLAP_DEFAULT = Duration.ofDays(1);

    public static final Duration OVERLAP_MAX = Duration.ofDays(7);

    private final Endpoints endpoints;
    private final AuditTrail<Endpoint> trail;
    private final Secrets generator;
    private final InstantSource clock;

    public Keyring(
            Endpoints endpoints,
            AuditTrail<Endpoint> trail,
            Secrets generator,
            InstantSource clock) {
        this.endpoints = endpoints;
        this.trail = trail;
        this.generator = generator;
        this.clock = clock;
    }

    /// An endpoint's secrets in clear, for one answer.
    ///
    /// @param previous the one before, while requests are signed with it too
    /// @param previousUntil when that ends
    public record Opened(
            String secret, @Nullable String previous, @Nullable Instant previousUntil) {

        /// Secrets stay out of logs and messages, whoever prints this.
        @Override
        public String toString() {
            return "Opened[]";
        }
    }

    /// Gives the endpoint another secret; empty if it is gone.
    public Optional<Endpoint> rotate(Endpoint endpoint, ObjectNode json, Scope scope, Actor act) {
        var fields = new Fields(json, "secret", "signature", "overlap_seconds");
        var overlap =
                fields.integer("overlap_seconds", 0, Math.toIntExact(OVERLAP_MAX.toSeconds()))
                        .map(Duration::ofSeconds)
                        .orElse(OVERLAP_DEFAULT);
        var scheme =
                CredentialFields.signature(fields).orElse(endpoint.credentials().secret().scheme());
        var secret =
                CredentialFields.secret(fields, scheme).orElseGet(() -> generator.next(scheme));
        return Sealing.of(
                () -> endpoints.rotate(endpoint.id(), scope, act, scheme, secret, overlap));
    }

    /// Shows the secrets to whoever asked, and writes down that they were shown.
    public Opened reveal(Endpoint endpoint, Actor act) {
        trail.did(act, "secret_revealed", endpoint, null);
        return open(endpoint);
    }

    /// For who has just made them.
    public Opened open(Endpoint endpoint) {
        var secrets = endpoints.secrets();
        var until = endpoint.credentials().previousUntil(clock.instant());
        return new Opened(
                secrets.open(endpoint),
                until == null ? null : secrets.openPrevious(endpoint).orElseThrow(),
                until);
    }
}
