package dev.waybill;

import dev.waybill.access.AppRegister;
import dev.waybill.access.Directory;
import dev.waybill.access.KeyRegister;
import dev.waybill.access.Passwords;
import dev.waybill.access.People;
import dev.waybill.access.Sessions;
import dev.waybill.api.Access;
import dev.waybill.api.ApiKeyWriter;
import dev.waybill.api.ApiKeysApi;
import dev.waybill.api.AppNames;
import dev.waybill.api.AppWriter;
import dev.waybill.api.AppsApi;
import dev.waybill.api.AttemptsApi;
import dev.waybill.api.AuditLogApi;
import dev.waybill.api.CancelApi;
import dev.waybill.api.ContractApi;
import dev.waybill.api.DeadLettersApi;
import dev.waybill.api.DeliveriesApi;
import dev.waybill.api.EndpointFields;
import dev.waybill.api.EndpointSecretsApi;
import dev.waybill.api.EndpointStatesApi;
import dev.waybill.api.EndpointWriter;
import dev.waybill.api.EndpointsApi;
import dev.waybill.api.EventTypeWriter;
import dev.waybill.api.EventTypesApi;
import dev.waybill.api.EventsApi;
import dev.waybill.api.HealthApi;
import dev.waybill.api.KeyRates;
import dev.waybill.api.Keyring;
import dev.waybill.api.LanesApi;
import dev.waybill.api.PolicyChoices;
import dev.waybill.api.PortalApi;
import dev.waybill.api.PortalJson;
import dev.waybill.api.PortalLinksApi;
import dev.waybill.api.PublicAddress;
import dev.waybill.api.PublishApi;
import dev.waybill.api.ReplayFields;
import dev.waybill.api.ReplayJson;
import dev.waybill.api.ReplaysApi;
import dev.waybill.api.ResendApi;
import dev.waybill.api.RetryPoliciesApi;
import dev.waybill.api.RetryPolicyWriter;
import dev.waybill.api.StatsApi;
import dev.waybill.api.TestSendApi;
import dev.waybill.api.TestSends;
import dev.waybill.api.Trails;
import dev.waybill.api.TypeCheck;
import dev.waybill.audit.Audit;
import dev.waybill.catalogue.EventTypes;
import dev.waybill.catalogue.Policies;
import dev.waybill.contract.Contracts;
import dev.waybill.db.Database;
import dev.waybill.deliver.Composer;
import dev.waybill.deliver.EgressGuard;
import dev.waybill.deliver.Secrets;
import dev.waybill.domain.Ids;
import dev.waybill.endpoint.Endpoints;
import dev.waybill.endpoint.LaneHolds;
import dev.waybill.forget.KeptDays;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.letter.Letters;
import dev.waybill.portal.PortalLinks;
import dev.waybill.portal.PortalSettings;
import dev.waybill.query.AttemptList;
import dev.waybill.query.Backlog;
import dev.waybill.query.DeliveryList;
import dev.waybill.query.DeliveryQuery;
import dev.waybill.query.EndpointGlances;
import dev.waybill.query.EventFeed;
import dev.waybill.query.EventQuery;
import dev.waybill.query.FailureCauses;
import dev.waybill.query.LetterGroups;
import dev.waybill.query.LetterQuery;
import dev.waybill.query.ServiceFacts;
import dev.waybill.redeliver.Cancels;
import dev.waybill.redeliver.Requeues;
import dev.waybill.redeliver.Resends;
import dev.waybill.replay.Replays;
import dev.waybill.secret.Vault;
import dev.waybill.stats.StatQuery;
import dev.waybill.stats.StatSeries;
import dev.waybill.ui.CatalogPage;
import dev.waybill.ui.Dashboard;
import dev.waybill.ui.page.AppPage;
import dev.waybill.ui.page.AppPortalActions;
import dev.waybill.ui.page.AppsPage;
import dev.waybill.ui.page.AuditPage;
import dev.waybill.ui.page.Condition;
import dev.waybill.ui.page.ContractPage;
import dev.waybill.ui.page.DeadLettersPage;
import dev.waybill.ui.page.DeliveriesPage;
import dev.waybill.ui.page.DeliveryActions;
import dev.waybill.ui.page.DeliveryExport;
import dev.waybill.ui.page.DeliveryPage;
import dev.waybill.ui.page.EndpointActions;
import dev.waybill.ui.page.EndpointChoices;
import dev.waybill.ui.page.EndpointEditPage;
import dev.waybill.ui.page.EndpointFigures;
import dev.waybill.ui.page.EndpointNames;
import dev.waybill.ui.page.EndpointPage;
import dev.waybill.ui.page.EndpointSecretsPage;
import dev.waybill.ui.page.EndpointsPage;
import dev.waybill.ui.page.FirstRun;
import dev.waybill.ui.page.NewReplayPage;
import dev.waybill.ui.page.OverviewPage;
import dev.waybill.ui.page.ReplayActions;
import dev.waybill.ui.page.ReplayPage;
import dev.waybill.ui.page.ReplaysPage;
import dev.waybill.ui.page.SendAgain;
import dev.waybill.ui.page.SettledLettersPage;
import dev.waybill.ui.page.Subscribers;
import dev.waybill.ui.page.Tries;
import dev.waybill.ui.page.TypePage;
import dev.waybill.ui.page.TypesPage;
import dev.waybill.ui.portal.OwnEndpoints;
import dev.waybill.ui.portal.Portal;
import dev.waybill.ui.portal.PortalActions;
import dev.waybill.ui.portal.PortalContractPage;
import dev.waybill.ui.portal.PortalDeliveriesPage;
import dev.waybill.ui.portal.PortalDeliveryPage;
import dev.waybill.ui.portal.PortalEndpointEditPage;
import dev.waybill.ui.portal.PortalEndpointPage;
import dev.waybill.ui.portal.PortalEndpointsPage;
import dev.waybill.ui.portal.PortalTypesPage;
import dev.waybill.ui.settings.KeysSection;
import dev.waybill.ui.settings.PoliciesSection;
import dev.waybill.ui.settings.PortalSection;
import dev.waybill.ui.settings.ServiceSections;
import dev.waybill.ui.settings.UsersSection;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// What can be asked of the service over HTTP: the API, and the pages that people look at.
final class Surface {

    private final Settings settings;
    private final Database database;
    private final InstantSource clock;
    private final Directory directory;
    private final Trails trails;
    private final Audit audit;
    private final Sessions sessions;
    private final People people;
    private final Passwords passwords;
    private final Engine engine;
    private final Composer composer;

    // who asks, and what they may say
    private final KeyRates rates;
    private final Access access;
    private final AppNames apps;
    private final PolicyChoices policyChoices;

    // what is looked at
    private final DeliveryList list;
    private final DeliveryQuery deliveries;
    private final EventQuery events;
    private final EventFeed feed;
    private final LetterQuery notes;
    private final LetterGroups groups;
    private final StatQuery stats;

    // what is acted on
    private final Endpoints endpoints;
    private final EndpointWriter writer;
    private final Keyring keyring;
    private final TestSends tests;
    private final Policies policies;
    private final RetryPolicyWriter policyWriter;
    private final ApiKeyWriter keyWriter;
    private final EventTypes types;
    private final EventTypeWriter typeWriter;
    private final AppRegister register;
    private final AppWriter appWriter;
    private final Resends resends;
    private final Requeues requeues;
    private final Cancels cancels;
    private final Letters letters;
    private final Replays replays;
    private final ReplayFields replayFields;
    private final Contracts contracts;
    private final PublicAddress address;
    private final PortalLinks portalLinks;
    private final PortalSettings portalSettings;

    Surface(
            Settings settings,
            Database database,
            InstantSource clock,
            Ids ids,
            SecureRandom random,
            Vault vault,
            Directory directory,
            Trails trails,
            Audit audit,
            KeyRegister keys,
            Sessions sessions,
            Engine engine,
            EgressGuard guard,
            Composer composer) {
        this.settings = settings;
        this.database = database;
        this.clock = clock;
        this.directory = directory;
        this.trails = trails;
        this.audit = audit;
        this.sessions = sessions;
        this.people = new People(database, sessions, trails.people(), clock, ids);
        this.passwords = new Passwords(database, sessions, trails.people(), clock, random);
        this.engine = engine;
        this.composer = composer;

        this.rates =
                new KeyRates(
                        settings.rates().publishing(), settings.rates().acting(), System::nanoTime);
        this.access = new Access(directory, settings.adminKey(), rates, clock);
        this.apps = new AppNames(directory);
        this.policies = new Policies(database, trails.retryPolicies(), clock);
        this.policyWriter = new RetryPolicyWriter(policies, engine.routes());
        this.keyWriter = new ApiKeyWriter(keys, apps, clock);
        this.policyChoices = new PolicyChoices(policies);

        this.list = new DeliveryList(database);
        this.deliveries = new DeliveryQuery(database);
        this.events = new EventQuery(database, deliveries);
        this.feed = new EventFeed(database, deliveries);
        this.notes = new LetterQuery(database);
        this.groups = new LetterGroups(database);
        this.stats = new StatQuery(database);

        this.endpoints = new Endpoints(database, vault, trails.endpoints(), clock, ids);
        this.types = new EventTypes(database, trails.eventTypes());
        this.typeWriter = new EventTypeWriter(types, policyChoices, engine.routes(), clock);
        var secrets = new Secrets(random);
        var endpointFields = new EndpointFields(guard, policyChoices);
        this.writer = new EndpointWriter(endpoints, endpointFields, secrets, apps, clock);
        this.keyring = new Keyring(endpoints, trails.endpoints(), secrets, clock);
        this.tests = new TestSends(trails.endpoints(), types, engine.capture(), events, clock);
        this.register =
                new AppRegister(database, directory, trails.apps(), trails.keys(), clock, ids);
        this.appWriter = new AppWriter(register, apps);
        this.resends = new Resends(database, engine.redeliver(), audit, clock);
        this.requeues = new Requeues(database, audit, clock);
        this.cancels = new Cancels(database, audit, clock, engine.lanes()::arrived);
        this.letters = new Letters(database, audit, clock);
        this.replays = new Replays(database, trails.replays(), ReplayJson::plan, clock, ids);
        this.replayFields = new ReplayFields(events, feed, apps);
        this.contracts = new Contracts(types, engine.routes(), ReplayFields.REACH, clock);
        this.address = new PublicAddress(settings.publicUrl());
        this.portalLinks =
                new PortalLinks(database, trails.portalLinks(), audit, clock, ids, random);
        this.portalSettings = new PortalSettings(database, audit, PortalJson::look, clock);
    }

    List<Route> routes() {
        var routes = new ArrayList<Route>();
        routes.addAll(events());
        routes.addAll(deliveries());
        routes.addAll(endpoints());
        routes.addAll(catalogue());
        routes.addAll(administration());
        routes.addAll(dashboard());
        routes.addAll(portal());
        return routes;
    }

    private List<Route> events() {
        var known = new TypeCheck(engine.routes(), settings.cataloguedTypesOnly());
        var routes = new ArrayList<Route>();
        routes.addAll(
                new PublishApi(engine.capture(), events, known, apps, rates, clock).routes(access));
        routes.addAll(new EventsApi(events, feed, apps).routes(access));
        return routes;
    }

    private List<Route> deliveries() {
        var routes = new ArrayList<Route>();
        routes.addAll(
                new DeliveriesApi(list, deliveries, events, notes, composer, engine.routes(), apps)
                        .routes(access));
        routes.addAll(new ResendApi(resends, requeues, deliveries).routes(access));
        routes.addAll(new CancelApi(cancels, deliveries, events, apps).routes(access));
        routes.addAll(new DeadLettersApi(groups, letters, deliveries, apps).routes(access));
        routes.addAll(new ReplaysApi(replays, endpoints, replayFields, clock).routes(access));
        routes.addAll(new AttemptsApi(new AttemptList(database), endpoints).routes(access));
        routes.addAll(new StatsApi(stats, endpoints, apps, clock).routes(access));
        return routes;
    }

    private List<Route> endpoints() {
        var holds = new LaneHolds(database, trails.endpoints(), engine.lanes()::arrived);
        var routes = new ArrayList<Route>();
        routes.addAll(new EndpointsApi(endpoints, writer, apps, clock).routes(access));
        routes.addAll(
                new EndpointStatesApi(endpoints, engine.states(), apps, clock).routes(access));
        routes.addAll(new EndpointSecretsApi(endpoints, keyring, apps, clock).routes(access));
        routes.addAll(new TestSendApi(endpoints, tests).routes(access));
        routes.addAll(new LanesApi(endpoints, holds).routes(access));
        routes.addAll(new ContractApi(endpoints, contracts).routes(access));
        return routes;
    }

    private List<Route> catalogue() {
        var routes = new ArrayList<Route>();
        routes.addAll(new EventTypesApi(types, typeWriter).routes(access));
        routes.addAll(new RetryPoliciesApi(policies, policyWriter, clock).routes(access));
        return routes;
    }

    private List<Route> administration() {
        var routes = new ArrayList<Route>();
        routes.addAll(new AppsApi(register, appWriter).routes(access));
        routes.addAll(new ApiKeysApi(keyWriter, apps, clock).routes(access));
        routes.addAll(new PortalLinksApi(portalLinks, address, apps, clock).routes(access));
        routes.addAll(new PortalApi(portalSettings, apps).routes(access));
        routes.addAll(new AuditLogApi(audit, apps).routes(access));
        routes.addAll(new HealthApi(database).routes());
        if (settings.dev()) {
            // Takes everything and keeps nothing, for who has no receiver yet.
            routes.add(
                    Route.waiting("POST", FirstRun.RECEIVER, _ -> Response.text(200, "taken\n")));
        }
        return routes;
    }

    private ServiceSections.Installation installation() {
        return new ServiceSections.Installation(
                Version.current(),
                Runtime.version().toString(),
                settings.database() == null
                        ? settings.data().toAbsolutePath().normalize().toString()
                        : null,
                clock.instant());
    }

    private List<Route> dashboard() {
        var series = new StatSeries(database);
        var names = new EndpointNames(engine.routes(), directory);
        var backlog = new Backlog(database);
        var glances = new EndpointGlances(database);
        var causes = new FailureCauses(database);
        var figures = new EndpointFigures(endpoints, stats, series, causes, glances);
        var choices = new EndpointChoices(register, types, policies);
        var firstRun =
                new FirstRun(endpoints, deliveries, stats, writer, keyring, tests, settings.dev());
        var condition = new Condition(new ServiceFacts(database));
        var replay = new ReplayPage(replays, deliveries, names);
        var tries = new Tries(deliveries, composer);
        var again = new SendAgain(resends);
        var subscribers = new Subscribers(engine.routes(), directory);
        return new Dashboard(access, sessions, people, passwords, clock)
                .with(
                        new OverviewPage(
                                        stats, series, backlog, replays, names, firstRun, condition)
                                ::routes)
                .with(new DeliveriesPage(list, deliveries, events, names, directory)::routes)
                .with(new DeliveryExport(list, names, directory)::routes)
                .with(new DeliveryPage(deliveries, events, notes, tries, composer, names)::routes)
                .with(new DeliveryActions(again, cancels)::routes)
                .with(new DeadLettersPage(groups, letters, deliveries, names)::routes)
                .with(new SettledLettersPage(list, notes, names)::routes)
                .with(new EndpointsPage(endpoints, stats, series, glances, directory)::routes)
                .with(
                        new EndpointPage(endpoints, engine.states(), figures, choices, directory)
                                ::routes)
                .with(new EndpointActions(endpoints, engine.states(), tests)::routes)
                .with(new EndpointEditPage(endpoints, writer, choices, keyring)::routes)
                .with(new EndpointSecretsPage(endpoints, keyring)::routes)
                .with(new ReplaysPage(replays, names)::routes)
                .with(new NewReplayPage(replays, replayFields, endpoints, names)::routes)
                .with(replay::routes)
                .with(new ReplayActions(replays, replay)::routes)
                .with(new AuditPage(audit, directory)::routes)
                .with(new TypesPage(types, stats, subscribers)::routes)
                .with(new TypePage(types, typeWriter, stats, subscribers, endpoints, tests)::routes)
                .with(new AppsPage(register, appWriter, stats, subscribers)::routes)
                .with(
                        new AppPage(
                                        appWriter,
                                        endpoints,
                                        subscribers,
                                        stats,
                                        series,
                                        keyWriter,
                                        portalLinks,
                                        portalSettings)
                                ::routes)
                .with(
                        new AppPortalActions(appWriter, portalLinks, portalSettings, apps, address)
                                ::routes)
                .with(new ContractPage(endpoints, contracts)::routes)
                .with(new KeysSection(keyWriter, directory)::routes)
                .with(new UsersSection(people, address)::routes)
                .with(new PortalSection(portalSettings)::routes)
                .with(new PoliciesSection(policies, policyWriter)::routes)
                .with(
                        new ServiceSections(
                                        installation(),
                                        SettingLines.retention(settings),
                                        SettingLines.network(settings),
                                        new KeptDays(database),
                                        new ServiceFacts(database))
                                ::routes)
                .routes();
    }

    private List<Route> portal() {
        var series = new StatSeries(database);
        var names = new EndpointNames(engine.routes(), directory);
        var tries = new Tries(deliveries, composer);
        var own = new OwnEndpoints(endpoints);
        var choices = new EndpointChoices(register, types, policies);
        var again = new SendAgain(resends);
        var routes = new ArrayList<Route>();
        routes.addAll(
                new Portal(access, portalLinks, clock)
                        .with(new PortalEndpointsPage(own, series)::routes)
                        .with(new PortalEndpointPage(own, stats, series, list, choices)::routes)
                        .with(
                                new PortalEndpointEditPage(endpoints, writer, choices, keyring)
                                        ::routes)
                        .with(
                                new PortalActions(
                                                own,
                                                engine.states(),
                                                tests,
                                                keyring,
                                                again,
                                                replays,
                                                replayFields)
                                        ::routes)
                        .with(new PortalContractPage(own, contracts)::routes)
                        .with(new PortalDeliveriesPage(list, deliveries, events, names)::routes)
                        .with(
                                new PortalDeliveryPage(deliveries, events, notes, tries, names)
                                        ::routes)
                        .with(new PortalTypesPage(types)::routes)
                        .routes());
        routes.addAll(new CatalogPage(types, portalSettings).routes());
        return routes;
    }
}
