package dev.waybill;

import dev.waybill.feature.FeatureContext;
import dev.waybill.feature.alerts.AlertsFeature;
import dev.waybill.feature.alerts.ServiceProbe;
import dev.waybill.feature.apps.AppsFeature;
import dev.waybill.feature.contract.Contracts;
import dev.waybill.feature.contract.Keeping;
import dev.waybill.feature.deadletters.DeadLettersFeature;
import dev.waybill.feature.deliveries.DeliveriesFeature;
import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.feature.events.EventsFeature;
import dev.waybill.feature.eventtypes.EventTypesFeature;
import dev.waybill.feature.keys.KeyService;
import dev.waybill.feature.notifications.NotificationsFeature;
import dev.waybill.feature.portal.PortalFeature;
import dev.waybill.feature.redelivery.RedeliveryFeature;
import dev.waybill.feature.replays.ReplaysFeature;
import dev.waybill.feature.retrypolicies.RetryPoliciesFeature;
import dev.waybill.feature.stats.StatsFeature;
import dev.waybill.feature.status.Figures;
import dev.waybill.feature.status.ServiceStatus;
import dev.waybill.feature.testsends.TestSends;
import dev.waybill.feature.users.UsersFeature;
import dev.waybill.web.api.alerts.RuleJson;
import dev.waybill.web.api.portal.PortalJson;
import dev.waybill.web.api.replays.ReplayJson;
import java.time.InstantSource;

/// The features, each after those that it needs. A feature builds its own parts.
final class Features {

    final AppsFeature apps;
    final KeyService keys;
    final UsersFeature users;
    final PortalFeature portal;
    final RetryPoliciesFeature retryPolicies;
    final EventTypesFeature eventTypes;
    final NotificationsFeature notifications;
    final EndpointsFeature endpoints;
    final EventsFeature events;
    final TestSends testSends;
    final DeliveriesFeature deliveries;
    final DeadLettersFeature deadLetters;
    final StatsFeature stats;
    final RedeliveryFeature redelivery;
    final ReplaysFeature replays;
    final Contracts contracts;
    final ServiceStatus status;
    final AlertsFeature alerts;

    Features(Foundation base, Sending sending, Figures figures) {
        var trails = base.trails;
        var engine = sending.engine;
        var context =
                new FeatureContext(
                        base.database,
                        base.clock,
                        base.ids,
                        base.random,
                        base.accessCache,
                        base.audit,
                        engine);
        // access
        apps = AppsFeature.of(context, trails.apps(), trails.keys());
        keys = new KeyService(base.keys, apps.names(), base.clock);
        users = UsersFeature.of(context, base.sessions, trails.users());
        portal = PortalFeature.of(context, trails.portalLinks(), PortalJson::look, apps, users);
        // configuration
        retryPolicies = RetryPoliciesFeature.of(context, trails.retryPolicies());
        eventTypes = EventTypesFeature.of(context, trails.eventTypes(), retryPolicies);
        notifications =
                NotificationsFeature.of(
                        context,
                        trails.channels(),
                        base.vault,
                        new NotificationsFeature.Network(sending.sender, sending.urlChecks),
                        base.settings.mail(),
                        base.settings.publicUrl());
        endpoints =
                EndpointsFeature.of(
                        context,
                        trails.endpoints(),
                        retryPolicies,
                        base.vault,
                        sending.urlChecks,
                        base.settings.appEndpointsMax(),
                        notifications.owners());
        // queries
        events = EventsFeature.of(context);
        deliveries = DeliveriesFeature.of(context);
        deadLetters = DeadLettersFeature.of(context);
        stats = StatsFeature.of(context);
        // test sends and redelivery
        testSends =
                new TestSends(
                        base.database,
                        trails.endpoints(),
                        eventTypes.types(),
                        engine.capture(),
                        events.query(),
                        base.clock);
        redelivery = RedeliveryFeature.of(context, sending.redeliver);
        replays = ReplaysFeature.of(context, trails.replays(), ReplayJson::plan, events);
        status =
                new ServiceStatus(
                        base.database,
                        deliveries.facts(),
                        figures,
                        base.isExclusive() ? base.settings.data() : null);
        // alerts
        alerts =
                AlertsFeature.of(
                        context,
                        trails.alerts(),
                        new AlertsFeature.Snapshots(trails::alert, RuleJson::of),
                        notifications,
                        new ServiceProbe(
                                engine.readiness(),
                                base.clock,
                                InstantSource.system(),
                                base.isExclusive() ? base.settings.data() : null));
        // guarantees
        contracts =
                new Contracts(
                        eventTypes.types(),
                        engine.routes(),
                        Keeping.of(base.settings.retention()),
                        base.clock);
    }
}
