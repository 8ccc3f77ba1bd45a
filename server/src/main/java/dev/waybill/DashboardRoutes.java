package dev.waybill;

import dev.waybill.feature.deliveries.Backlog;
import dev.waybill.feature.deliveries.EndpointGlances;
import dev.waybill.feature.deliveries.FailureCauses;
import dev.waybill.feature.deliveries.ServiceFacts;
import dev.waybill.feature.events.EventList;
import dev.waybill.feature.retention.forget.KeptDays;
import dev.waybill.infra.Version;
import dev.waybill.web.dashboard.AppPage;
import dev.waybill.web.dashboard.AppPortalActions;
import dev.waybill.web.dashboard.AppsPage;
import dev.waybill.web.dashboard.AuditPage;
import dev.waybill.web.dashboard.BuiltInReceiver;
import dev.waybill.web.dashboard.CancelPage;
import dev.waybill.web.dashboard.Condition;
import dev.waybill.web.dashboard.ContractPage;
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
import dev.waybill.web.dashboard.DeadLetterActions;
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
import java.util.List;

/// The routes of the dashboard.
final class DashboardRoutes {

    private final Services our;

    DashboardRoutes(Services our) {
        this.our = our;
    }

    List<Route> all() {
        var backlog = new Backlog(our.database);
        var glances = new EndpointGlances(our.database);
        var causes = new FailureCauses(our.database);
        var figures = new EndpointFigures(our.endpoints, our.stats, our.series, causes, glances);
        var firstRun =
                new FirstRun(
                        our.endpoints,
                        our.deliveries,
                        our.stats,
                        our.writer,
                        our.keyring,
                        our.tests,
                        new BuiltInReceiver(our.settings.dev()));
        var condition = new Condition(new ServiceFacts(our.database));
        var lanes = new HeldLanes(our.endpoints, our.laneHolds);
        var replay = new ReplayPage(our.replays, our.deliveries, our.names);
        var subscribers = new Subscribers(our.engine.routes(), our.directory);
        var app =
                new AppPage(
                        our.appWriter,
                        our.endpoints,
                        subscribers,
                        our.stats,
                        our.series,
                        our.keyWriter,
                        our.portalLinks,
                        our.portalSettings);
        return new Dashboard(our.access, our.sessions, our.people, our.passwords, our.clock)
                .with(
                        new OverviewPage(
                                        our.stats,
                                        our.series,
                                        backlog,
                                        our.replays,
                                        our.names,
                                        firstRun,
                                        condition)
                                ::routes)
                .with(
                        new DeliveriesPage(
                                        our.list,
                                        our.rows,
                                        our.events,
                                        our.names,
                                        our.offered,
                                        our.directory)
                                ::routes)
                .with(new DeliveryExport(our.list, our.names, our.directory)::routes)
                .with(
                        new DeliveryPage(
                                        our.stories, our.events, our.notes, our.composer, our.names)
                                ::routes)
                .with(new DeliveryActions(our.again, our.requeues, our.cancels)::routes)
                .with(
                        new CancelPage(
                                        our.cancels,
                                        our.endpoints,
                                        our.offered,
                                        our.names,
                                        our.directory)
                                ::routes)
                .with(
                        new EventsPage(
                                        new EventList(our.database, our.feed),
                                        our.events,
                                        our.directory)
                                ::routes)
                .with(new EventPage(our.events, our.rows, our.cancels, our.directory)::routes)
                .with(new DeadLettersPage(our.groups, our.deliveries, our.names)::routes)
                .with(new DeadLetterActions(our.letters)::routes)
                .with(new ResolvedDeadLettersPage(our.list, our.notes, our.names)::routes)
                .with(
                        new EndpointsPage(
                                        our.endpoints,
                                        our.stats,
                                        our.series,
                                        glances,
                                        our.directory)
                                ::routes)
                .with(
                        new EndpointPage(
                                        our.endpoints,
                                        our.engine.states(),
                                        figures,
                                        our.choices,
                                        lanes,
                                        our.directory)
                                ::routes)
                .with(lanes::routes)
                .with(new EndpointActions(our.endpoints, our.engine.states(), our.tests)::routes)
                .with(
                        new EndpointEditPage(our.endpoints, our.writer, our.choices, our.keyring)
                                ::routes)
                .with(new EndpointSecretsPage(our.endpoints, our.keyring)::routes)
                .with(new ReplaysPage(our.replays, our.names)::routes)
                .with(
                        new NewReplayPage(
                                        our.replays,
                                        our.replayFields,
                                        our.endpoints,
                                        our.offered,
                                        our.names)
                                ::routes)
                .with(replay::routes)
                .with(new ReplayActions(our.replays, replay)::routes)
                .with(new AuditPage(our.audit, our.people, our.directory)::routes)
                .with(new TypesPage(our.types, our.stats, subscribers)::routes)
                .with(
                        new TypePage(
                                        our.types,
                                        our.typeWriter,
                                        our.stats,
                                        subscribers,
                                        our.endpoints,
                                        our.tests)
                                ::routes)
                .with(new AppsPage(our.register, our.appWriter, our.stats, subscribers)::routes)
                .with(app::routes)
                .with(
                        new AppPortalActions(
                                        our.appWriter,
                                        our.portalLinks,
                                        our.portalSettings,
                                        our.apps,
                                        our.address,
                                        app)
                                ::routes)
                .with(new ContractPage(our.endpoints, our.contracts)::routes)
                .with(new KeysSection(our.keyWriter, our.directory)::routes)
                .with(new UsersSection(our.people, our.address)::routes)
                .with(new PortalSection(our.portalSettings)::routes)
                .with(new PoliciesSection(our.policies, our.policyWriter)::routes)
                .with(
                        new ServiceSections(
                                        installation(),
                                        SettingLines.retention(our.settings),
                                        SettingLines.network(our.settings),
                                        new KeptDays(our.database),
                                        new ServiceFacts(our.database))
                                ::routes)
                .routes();
    }

    private ServiceSections.Installation installation() {
        return new ServiceSections.Installation(
                Version.current(),
                Runtime.version().toString(),
                our.settings.database() == null
                        ? our.settings.data().toAbsolutePath().normalize().toString()
                        : null,
                our.clock.instant());
    }
}
