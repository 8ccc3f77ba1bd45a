package dev.waybill;

import dev.waybill.engine.Engine;
import dev.waybill.engine.Environment;
import dev.waybill.engine.Outbound;
import dev.waybill.engine.deliver.client.PinnedSender;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.egress.Resolver;
import dev.waybill.engine.deliver.egress.SystemResolver;
import dev.waybill.engine.routing.EndpointSecrets;
import dev.waybill.feature.redelivery.Redeliver;
import dev.waybill.infra.Version;
import java.io.IOException;
import java.io.UncheckedIOException;

/// The engine and the network that it sends through.
final class Sending implements AutoCloseable {

    private final Names names;
    final PinnedSender sender;
    final Composer composer = new Composer(Version.current());
    final Engine engine;
    final Redeliver redeliver;

    /// Checks the URLs that users enter. It has its own name look-ups, so that a check does not
    /// wait behind those of attempts.
    final EgressGuard urlChecks;

    /// How host names are resolved.
    record Names(Resolver attempts, Resolver checks) {

        static Names system() {
            return new Names(new SystemResolver(), SystemResolver.forChecks());
        }

        void close() {
            attempts.close();
            checks.close();
        }
    }

    Sending(Foundation base, Names names) {
        this.names = names;
        var egress = base.settings.egress();
        var guard =
                new EgressGuard(
                        base.settings.dev(), egress.ports(), egress.allow(), names.attempts());
        this.urlChecks = guard.with(names.checks());
        this.sender = new PinnedSender(guard, base.clock, egress.proxy());
        this.engine =
                new Engine(
                        base.database,
                        base.clock,
                        base.ids,
                        base.trails.endpoints(),
                        new Outbound(
                                composer,
                                new EndpointSecrets(base.vault),
                                sender,
                                base.tracing.traces()),
                        Environment.real(base.settings.metrics().limits()));
        this.redeliver = new Redeliver(engine.routes(), engine.tally(), base.clock, base.ids);
        FeatureJobs.register(engine, base.database, redeliver, base.clock);
    }

    @Override
    public void close() {
        try {
            sender.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            names.close();
        }
    }
}
