package dev.waybill;

import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.Backlog;
import dev.waybill.feature.deliveries.EndpointGlances;
import dev.waybill.feature.deliveries.FailureCauses;
import dev.waybill.feature.deliveries.ServiceFacts;
import dev.waybill.feature.events.EventList;
import dev.waybill.feature.retention.forget.KeptDays;
import dev.waybill.infra.Version;
import dev.waybill.web.api.AuditJson;
import dev.waybill.web.api.DeliveryJson;
import dev.waybill.web.dashboard.AppFigures;
import dev.waybill.web.dashboard.AppPage;
import dev.waybill.web.dashboard.AppPortalActions;
import dev.waybill.web.dashboard.AppsPage;
import dev.waybill.web.dashboard.AuditPage;
import dev.waybill.web.dashboard.CancelPage;
import dev.waybill.web.dashboard.Condition;
import dev.waybill.web.dashboard.ContractPage;
import dev.waybill.web.dashboard.DeadLetterActions;
import dev.waybill.web.dashboard.DeadLettersPage;
import dev.waybill.web.dashboard.DeliveriesPage;
import dev.waybill.web.dashboard.DeliveryActions;
import dev.waybill.web.dashboard.DeliveryExport;
import dev.waybill.web.dashboard.DeliveryPage;
import dev.waybill.web.dashboard.EndpointActions;
import dev.waybill.web.dashboard.EndpointEditPage;
import dev.waybill.web.dashboard.EndpointFigures;
import dev.waybill.web.dashboard.EndpointPage;
import dev.waybill.web.dashboard.EndpointSecretsPage;
import dev.waybill.web.dashboard.EndpointsPage;
import dev.waybill.web.dashboard.EventPage;
import dev.waybill.web.dashboard.EventsPage;
import dev.waybill.web.dashboard.FirstRun;
import dev.waybill.web.dashboard.HeldLanes;
import dev.waybill.web.dashboard.NewReplayPage;
import dev.waybill.web.dashboard.OverviewPage;
import dev.waybill.web.dashboard.ReplayActions;
import dev.waybill.web.dashboard.ReplayPage;
import dev.waybill.web.dashboard.ReplaysPage;
import dev.waybill.web.dashboard.ResolvedDeadLettersPage;
import dev.waybill.web.dashboard.Subscribers;
import dev.waybill.web.dashboard.TypePage;
import dev.waybill.web.dashboard.TypesPage;
import dev.waybill.web.dashboard.settings.KeysSection;
import dev.waybill.web.dashboard.settings.PoliciesSection;
import dev.waybill.web.dashboard.settings.PortalSection;
import dev.waybill.web.dashboard.settings.ServiceSections;
import dev.waybill.web.dashboard.settings.UsersSection;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Dashboard;
import dev.waybill.web.site.endpoint.BuiltInReceiver;
import java.util.List;

/// The routes of the dashboard.
final class DashboardRoutes {

    private final Features features;

    DashboardRoutes(Features features) {
        this.features = features;
    }

    List<Route> all() {
        var backlog = new Backlog(features.database);
        var glances = new EndpointGlances(features.database);
        var causes = new FailureCauses(features.database);
        var figures =
                new EndpointFigures(
                        features.endpoints, features.stats, features.series, causes, glances);
        var firstRun =
                new FirstRun(
                        features.endpoints,
                        features.deliveries,
                        features.stats,
                        features.endpointService,
                        features.revealedSecrets,
                        features.tests,
                        new BuiltInReceiver(features.settings.dev()));
        var condition = new Condition(new ServiceFacts(features.database));
        var lanes = new HeldLanes(features.endpoints, features.laneHolds);
        var replay = new ReplayPage(features.replays, features.deliveries, features.names);
        var subscribers = new Subscribers(features.engine.routes(), features.directory);
        var app =
                new AppPage(
                        features.appService,
                        features.endpoints,
                        subscribers,
                        new AppFigures(features.stats, features.series),
                        features.keyService,
                        features.portalLinks,
                        features.portalSettings);
        return new Dashboard(
                        features.access,
                        features.sessions,
                        features.users,
                        features.userService,
                        features.passwords,
                        features.clock)
                .with(
                        new OverviewPage(
                                        features.stats,
                                        features.series,
                                        backlog,
                                        features.replays,
                                        features.names,
                                        firstRun,
                                        condition)
                                ::routes)
                .with(
                        new DeliveriesPage(
                                        features.listing,
                                        features.events,
                                        features.names,
                                        features.directory)
                                ::routes)
                .with(
                        new DeliveryExport(
                                        features.list,
                                        features.names,
                                        features.directory,
                                        delivery -> DeliveryJson.of(delivery, Audience.OPERATORS))
                                ::routes)
                .with(
                        new DeliveryPage(
                                        features.deliveryDetails,
                                        features.events,
                                        features.deadLetterNotes,
                                        features.composer,
                                        features.names)
                                ::routes)
                .with(
                        new DeliveryActions(
                                        features.sendAgain, features.redelivery, features.cancels)
                                ::routes)
                .with(
                        new CancelPage(
                                        features.redelivery,
                                        features.endpoints,
                                        features.offered,
                                        features.names)
                                ::routes)
                .with(
                        new EventsPage(
                                        new EventList(features.database, features.feed),
                                        features.events,
                                        features.directory)
                                ::routes)
                .with(
                        new EventPage(
                                        features.events,
                                        features.rows,
                                        features.cancels,
                                        features.directory)
                                ::routes)
                .with(
                        new DeadLettersPage(features.groups, features.deliveries, features.names)
                                ::routes)
                .with(new DeadLetterActions(features.deadLetters)::routes)
                .with(
                        new ResolvedDeadLettersPage(
                                        features.list, features.deadLetterNotes, features.names)
                                ::routes)
                .with(
                        new EndpointsPage(
                                        features.endpoints,
                                        features.stats,
                                        features.series,
                                        glances,
                                        features.directory)
                                ::routes)
                .with(
                        new EndpointPage(
                                        features.endpoints,
                                        features.engine.states(),
                                        figures,
                                        features.choices,
                                        lanes,
                                        features.directory)
                                ::routes)
                .with(lanes::routes)
                .with(
                        new EndpointActions(
                                        features.endpoints, features.endpointStates, features.tests)
                                ::routes)
                .with(
                        new EndpointEditPage(
                                        features.endpoints,
                                        features.endpointService,
                                        features.choices,
                                        features.revealedSecrets)
                                ::routes)
                .with(
                        new EndpointSecretsPage(
                                        features.endpoints,
                                        features.endpointService,
                                        features.revealedSecrets)
                                ::routes)
                .with(new ReplaysPage(features.replays, features.names)::routes)
                .with(
                        new NewReplayPage(
                                        features.replayService,
                                        features.endpoints,
                                        features.offered,
                                        features.names)
                                ::routes)
                .with(replay::routes)
                .with(new ReplayActions(features.replayService, features.replays, replay)::routes)
                .with(
                        new AuditPage(
                                        features.audit,
                                        features.users,
                                        features.directory,
                                        entry -> AuditJson.of(entry, features.directory::uid))
                                ::routes)
                .with(new TypesPage(features.types, features.stats, subscribers)::routes)
                .with(
                        new TypePage(
                                        features.types,
                                        features.typeService,
                                        features.stats,
                                        subscribers,
                                        features.endpoints,
                                        features.tests)
                                ::routes)
                .with(
                        new AppsPage(
                                        features.register,
                                        features.appService,
                                        features.stats,
                                        subscribers)
                                ::routes)
                .with(app::routes)
                .with(
                        new AppPortalActions(
                                        features.appService,
                                        features.portalLinkService,
                                        features.portalLinks,
                                        features.portalSettings,
                                        features.address,
                                        app)
                                ::routes)
                .with(new ContractPage(features.endpoints, features.contracts)::routes)
                .with(new KeysSection(features.keyService, features.directory)::routes)
                .with(
                        new UsersSection(features.users, features.userService, features.address)
                                ::routes)
                .with(new PortalSection(features.portalSettings)::routes)
                .with(new PoliciesSection(features.policies, features.policyService)::routes)
                .with(
                        new ServiceSections(
                                        installation(),
                                        SettingLines.retention(features.settings),
                                        SettingLines.network(features.settings),
                                        new KeptDays(features.database),
                                        new ServiceFacts(features.database))
                                ::routes)
                .routes();
    }

    private ServiceSections.Installation installation() {
        return new ServiceSections.Installation(
                Version.current(),
                Runtime.version().toString(),
                features.settings.database() == null
                        ? features.settings.data().toAbsolutePath().normalize().toString()
                        : null,
                features.clock.instant());
    }
}
