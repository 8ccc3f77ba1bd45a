package dev.waybill;

import dev.waybill.engine.Engine;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.access.AppScopes;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.engine.deliver.sign.Secrets;
import dev.waybill.feature.apps.AppRegister;
import dev.waybill.feature.apps.AppService;
import dev.waybill.feature.apps.NamedApps;
import dev.waybill.feature.contract.Contracts;
import dev.waybill.feature.contract.Keeping;
import dev.waybill.feature.deadletters.DeadLetterGroups;
import dev.waybill.feature.deadletters.DeadLetterQuery;
import dev.waybill.feature.deadletters.DeadLetterService;
import dev.waybill.feature.deadletters.DeadLetters;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.deliveries.DeliveryQuery;
import dev.waybill.feature.endpoints.EndpointService;
import dev.waybill.feature.endpoints.EndpointStateService;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.endpoints.LaneHolds;
import dev.waybill.feature.endpoints.RevealedSecrets;
import dev.waybill.feature.events.EventFeed;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.feature.eventtypes.EventTypeService;
import dev.waybill.feature.eventtypes.EventTypes;
import dev.waybill.feature.keys.KeyService;
import dev.waybill.feature.portal.PortalLinkService;
import dev.waybill.feature.portal.PortalLinks;
import dev.waybill.feature.portal.PortalSettings;
import dev.waybill.feature.redelivery.Cancels;
import dev.waybill.feature.redelivery.RedeliveryService;
import dev.waybill.feature.redelivery.Requeues;
import dev.waybill.feature.redelivery.Resends;
import dev.waybill.feature.replays.ReplayRules;
import dev.waybill.feature.replays.ReplayService;
import dev.waybill.feature.replays.Replays;
import dev.waybill.feature.retrypolicies.Policies;
import dev.waybill.feature.retrypolicies.PolicyService;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatSeries;
import dev.waybill.feature.testsends.TestSends;
import dev.waybill.feature.users.Passwords;
import dev.waybill.feature.users.Sessions;
import dev.waybill.feature.users.UserService;
import dev.waybill.feature.users.Users;
import dev.waybill.infra.db.Database;
import dev.waybill.web.access.Access;
import dev.waybill.web.access.KeyRates;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.HealthApi;
import dev.waybill.web.api.PortalJson;
import dev.waybill.web.api.ReplayJson;
import dev.waybill.web.http.PublicAddress;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.delivery.AttemptRows;
import dev.waybill.web.site.delivery.DeliveryDetails;
import dev.waybill.web.site.delivery.DeliveryListing;
import dev.waybill.web.site.delivery.DeliveryRows;
import dev.waybill.web.site.delivery.SendAgain;
import dev.waybill.web.site.endpoint.EndpointChoices;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.site.endpoint.OfferedEndpoints;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// What the API and the pages have in common: whatever is asked, and whatever is acted on.
final class Features {

    final Settings settings;
    final Database database;
    final InstantSource clock;
    final AccessCache directory;
    final Audit audit;
    final Sessions sessions;
    final Users users;
    final Passwords passwords;
    final UserService userService;
    final Engine engine;
    final Composer composer;

    // who asks, and what they may say
    final KeyRates rates;
    final Access access;
    final AppNames apps;

    // what is looked at
    final DeliveryList list;
    final DeliveryQuery deliveries;
    final EventQuery events;
    final EventFeed feed;
    final DeadLetterQuery deadLetterNotes;
    final DeadLetterGroups groups;
    final StatQuery stats;

    // what pages make of it
    final StatSeries series;
    final EndpointNames names;
    final EndpointChoices choices;
    final DeliveryDetails deliveryDetails;
    final DeliveryRows rows;
    final OfferedEndpoints offered;
    final DeliveryListing listing;
    final SendAgain sendAgain;

    // what is acted on
    final Endpoints endpoints;
    final EndpointService endpointService;
    final EndpointStateService endpointStates;
    final RevealedSecrets revealedSecrets;
    final TestSends tests;
    final Policies policies;
    final PolicyService policyService;
    final KeyService keyService;
    final EventTypes types;
    final EventTypeService typeService;
    final AppRegister register;
    final AppService appService;
    final Resends resends;
    final Cancels cancels;
    final RedeliveryService redelivery;
    final LaneHolds laneHolds;
    final DeadLetterService deadLetters;
    final Replays replays;
    final ReplayService replayService;
    final Contracts contracts;
    final PublicAddress address;
    final PortalLinks portalLinks;
    final PortalLinkService portalLinkService;
    final PortalSettings portalSettings;

    Features(Foundation base, Sending sending) {
        this.settings = base.settings;
        this.database = base.database;
        this.clock = base.clock;
        this.directory = base.directory;
        this.audit = base.audit;
        this.sessions = base.sessions;
        this.engine = sending.engine;
        this.composer = sending.composer;
        var trails = base.trails;
        var ids = base.ids;
        var random = base.random;
        var guard = sending.urlChecks;
        var keys = base.keys;
        this.users = new Users(database, sessions, trails.users(), clock, ids);
        this.passwords = new Passwords(database, sessions, trails.users(), clock, random);
        this.userService = new UserService(users, passwords);

        this.rates =
                new KeyRates(
                        settings.rates().publishing(), settings.rates().acting(), System::nanoTime);
        this.access = new Access(directory, settings.adminKey(), rates, clock);
        this.apps = new AppNames(directory);
        this.policies = new Policies(database, trails.retryPolicies(), clock);
        this.policyService = new PolicyService(policies, engine.routes());
        var namedApps = new NamedApps(directory);
        this.keyService = new KeyService(keys, namedApps, clock);

        this.list = new DeliveryList(database);
        this.deliveries = new DeliveryQuery(database);
        this.events = new EventQuery(database);
        this.feed = new EventFeed(database);
        this.deadLetterNotes = new DeadLetterQuery(database);
        this.groups = new DeadLetterGroups(database);
        this.stats = new StatQuery(database);

        this.endpoints = new Endpoints(database, base.vault, trails.endpoints(), clock, ids);
        this.types = new EventTypes(database, trails.eventTypes());
        this.typeService = new EventTypeService(types, policies, engine.routes(), clock);
        var secrets = new Secrets(random);
        this.endpointService =
                new EndpointService(
                        endpoints,
                        guard,
                        policies,
                        secrets,
                        directory,
                        settings.appEndpointsMax(),
                        clock);
        this.endpointStates = new EndpointStateService(engine.states());
        this.revealedSecrets = new RevealedSecrets(endpoints, trails.endpoints(), clock);
        this.tests =
                new TestSends(database, trails.endpoints(), types, engine.capture(), events, clock);
        this.register =
                new AppRegister(database, directory, trails.apps(), trails.keys(), clock, ids);
        this.appService = new AppService(register, namedApps);
        var scopes = new AppScopes(directory);
        this.resends = new Resends(database, sending.redeliver, audit, clock);
        var requeues = new Requeues(database, audit, clock);
        this.cancels = new Cancels(database, audit, clock, engine.lanes()::arrived);
        this.laneHolds = new LaneHolds(database, trails.endpoints(), engine.lanes()::arrived);
        this.redelivery = new RedeliveryService(requeues, resends, cancels, scopes);
        this.deadLetters = new DeadLetterService(new DeadLetters(database, audit, clock), scopes);
        this.replays = new Replays(database, trails.replays(), ReplayJson::plan, clock, ids);
        this.replayService = new ReplayService(replays, events, feed, scopes);
        this.contracts = new Contracts(types, engine.routes(), keeping(settings), clock);
        this.address = new PublicAddress(settings.publicUrl());
        this.portalLinks =
                new PortalLinks(
                        database,
                        trails.portalLinks(),
                        audit,
                        sessions.adminKeyHash(),
                        clock,
                        ids,
                        random);
        this.portalLinkService = new PortalLinkService(portalLinks, namedApps);
        this.portalSettings = new PortalSettings(database, audit, PortalJson::look, clock);

        this.series = new StatSeries(database);
        this.names = new EndpointNames(engine.routes(), directory);
        this.choices = new EndpointChoices(register, types, policies);
        var attemptRows = new AttemptRows(deliveries, composer);
        this.deliveryDetails =
                new DeliveryDetails(deliveries, events, deadLetterNotes, attemptRows, names);
        this.rows = new DeliveryRows(deliveries, names);
        this.offered = new OfferedEndpoints(endpoints, names);
        this.listing = new DeliveryListing(list, rows, offered);
        this.sendAgain = new SendAgain(resends);
    }

    List<Route> routes(HealthApi health) {
        var routes = new ArrayList<>(health.routes());
        routes.addAll(new ApiRoutes(this).all());
        routes.addAll(new DashboardRoutes(this).all());
        routes.addAll(new PortalRoutes(this).all());
        return routes;
    }

    /// An event can be replayed while it is kept, and no further back than a replay may reach.
    private static Keeping keeping(Settings settings) {
        var events = Duration.ofDays(settings.retention().events());
        var reach = ReplayRules.REACH;
        return new Keeping(
                events.compareTo(reach) < 0 ? events : reach,
                Duration.ofDays(settings.retention().deadLetters()));
    }
}
