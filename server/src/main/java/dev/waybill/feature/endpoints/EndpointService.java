package dev.waybill.feature.endpoints;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.endpoint.Credentials;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.sign.Secrets;
import dev.waybill.feature.endpoints.Endpoints.Creation;
import dev.waybill.feature.retrypolicies.Policies;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Creates and changes endpoints and rotates their secrets: checks every rule, then makes the
/// change. The API and the forms read their input into the commands and express the results.
public final class EndpointService {

    private final Endpoints endpoints;
    private final EndpointUrls urls;
    private final Policies policies;
    private final Secrets generator;
    private final AccessCache apps;
    private final int customerMax;
    private final InstantSource clock;

    /// Changes endpoints under these rules.
    ///
    /// @param customerMax endpoints of one app and mode that the app's own keys can create
    public EndpointService(
            Endpoints endpoints,
            EgressGuard guard,
            Policies policies,
            Secrets generator,
            AccessCache apps,
            int customerMax,
            InstantSource clock) {
        this.endpoints = endpoints;
        this.urls = new EndpointUrls(guard);
        this.policies = policies;
        this.generator = generator;
        this.apps = apps;
        this.customerMax = customerMax;
        this.clock = clock;
    }

    /// The result of a create.
    public sealed interface Created {

        /// The endpoint is new.
        ///
        /// @param unresolvedHost the URL's host, if it has no address yet
        record Done(Endpoint endpoint, @Nullable String unresolvedHost) implements Created {}

        /// The same request created it before.
        record Repeated(Endpoint endpoint, @Nullable String unresolvedHost) implements Created {}

        record Invalid(List<Violation> violations) implements Created {}

        /// The app has as many endpoints as it may have.
        record TooMany(int max) implements Created {}

        /// The Idempotency-Key was used for another request.
        record KeyReused() implements Created {}
    }

    /// The result of a change.
    public sealed interface Changed {

        record Done(Endpoint endpoint, @Nullable String unresolvedHost) implements Changed {}

        record Invalid(List<Violation> violations) implements Changed {}

        record NotFound() implements Changed {}
    }

    /// Creates an endpoint, or finds the one that the same request created before.
    ///
    /// @param violations those found when the command was read; with any, nothing is created
    public Created create(CreateEndpoint command, Violations violations, Actor actor) {
        var settings = command.settings();
        var appId = owner(command, violations);
        if (!settings.url().isGiven()) {
            violations.add("url", Violation.Code.REQUIRED, "{} is required.");
        }
        var scheme = settings.signature().value().orElse(SignatureScheme.STANDARD);
        EndpointRules.checkSecret(command.secret(), scheme, violations);
        var unresolved = check(settings, command.caller().homeApp(), violations);
        var headers =
                EndpointHeaders.merge(
                        settings.headers().value().orElse(Map.of()), Map.of(), violations);
        if (!violations.isEmpty()) {
            return new Created.Invalid(violations.all());
        }
        var draft =
                new EndpointDraft(
                        appId,
                        command.mode(),
                        settings.onto(EndpointRules.DEFAULTS, stored(settings)),
                        scheme,
                        command.secret() == null ? generator.next(scheme) : command.secret(),
                        headers);
        int max = command.caller().role() == Role.APP ? customerMax : Endpoints.PER_APP_MAX;
        boolean byCustomer = command.caller().ownApp() != null;
        return switch (endpoints.create(draft, max, command.key(), actor, byCustomer)) {
            case Creation.Created(var endpoint) -> new Created.Done(endpoint, unresolved);
            case Creation.Repeated(var endpoint) -> new Created.Repeated(endpoint, unresolved);
            case Creation.TooMany _ -> new Created.TooMany(max);
            case Creation.NoSuchApp _ ->
                    new Created.Invalid(
                            List.of(
                                    Violation.of(
                                            "app",
                                            Violation.Code.MISSING,
                                            "The app has just been deleted.")));
            case Creation.Clash _ -> new Created.KeyReused();
        };
    }

    /// The app that a new endpoint belongs to.
    private UUID owner(CreateEndpoint command, Violations violations) {
        var caller = command.caller();
        var name = command.app();
        if (name == null) {
            return caller.homeApp();
        }
        var found = find(name).filter(caller::sees);
        if (found.isEmpty()) {
            violations.add("app", Violation.Code.MISSING, "There is no app " + name + ".");
        }
        return found.orElse(caller.homeApp());
    }

    private Optional<UUID> find(String app) {
        try {
            return apps.find(app);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Changes the settings that the command mentions.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Changed change(ChangeEndpoint command, Violations violations, Actor actor) {
        var settings = command.settings();
        var appId = command.scope().appId() == null ? Apps.DEFAULT : command.scope().appId();
        // Before the transaction, because resolving the host may take time.
        var unresolved = check(settings, appId, violations);
        if (!violations.isEmpty()) {
            return new Changed.Invalid(violations.all());
        }
        var policy = stored(settings);
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var change =
                endpoints.change(
                        command.id(),
                        command.scope(),
                        actor,
                        before -> {
                            var credentials = credentials(settings, before, violations);
                            return violations.isEmpty()
                                    ? Optional.of(
                                            before.with(
                                                    settings.onto(before.settings(), policy),
                                                    credentials,
                                                    now))
                                    : Optional.empty();
                        });
        return switch (change) {
            case Endpoints.Change.Changed(var endpoint) -> new Changed.Done(endpoint, unresolved);
            case Endpoints.Change.Refused _ -> new Changed.Invalid(violations.all());
            case Endpoints.Change.NotFound _ -> new Changed.NotFound();
        };
    }

    private Credentials credentials(
            EndpointUpdate settings, Endpoint before, Violations violations) {
        var credentials = before.credentials();
        var scheme = settings.signature().value();
        if (scheme.isPresent() && scheme.get() != credentials.secret().scheme()) {
            violations.add(
                    "signature",
                    Violation.Code.CONFLICT,
                    "The signature scheme changes together with the secret: use rotate_secret.");
        }
        if (!settings.headers().isGiven()) {
            return credentials;
        }
        var secrets = endpoints.secrets();
        var headers =
                EndpointHeaders.merge(
                        settings.headers().value().orElse(Map.of()),
                        secrets.openHeaders(before),
                        violations);
        return credentials.with(secrets.seal(before.id(), headers));
    }

    /// Gives an endpoint another signing secret.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Changed rotate(RotateSecret command, Violations violations, Actor actor) {
        var scheme =
                command.signature()
                        .value()
                        .orElse(command.endpoint().credentials().secret().scheme());
        EndpointRules.checkSecret(command.secret().orNull(), scheme, violations);
        violations.check(
                "overlap_seconds",
                command.overlapSeconds().orNull(),
                EndpointRules.OVERLAP_SECONDS);
        if (!violations.isEmpty()) {
            return new Changed.Invalid(violations.all());
        }
        var secret = command.secret().value().orElseGet(() -> generator.next(scheme));
        var overlap =
                command.overlapSeconds()
                        .value()
                        .map(Duration::ofSeconds)
                        .orElse(EndpointRules.OVERLAP_DEFAULT);
        return endpoints
                .rotate(command.endpoint().id(), command.scope(), actor, scheme, secret, overlap)
                .<Changed>map(endpoint -> new Changed.Done(endpoint, null))
                .orElseGet(Changed.NotFound::new);
    }

    /// Checks all rules that do not depend on the endpoint as it is. Returns the host of a new URL
    /// if it has no address yet.
    private @Nullable String check(EndpointUpdate settings, UUID appId, Violations violations) {
        EndpointRules.check(settings, violations);
        settings.retryPolicy().value().ifPresent(choice -> choice.check(policies, violations));
        var url = settings.url().value();
        return url.isEmpty() || violations.has("url")
                ? null
                : urls.check(url.get(), appId, violations);
    }

    private Update<String> stored(EndpointUpdate settings) {
        return settings.retryPolicy().map(choice -> choice.stored(policies));
    }
}
