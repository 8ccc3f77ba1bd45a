package dev.waybill;

import dev.waybill.feature.deliveries.AttemptList;
import dev.waybill.feature.stats.AutomaticChangeQuery;
import dev.waybill.web.api.apps.AppsApi;
import dev.waybill.web.api.audit.AuditLogApi;
import dev.waybill.web.api.contract.ContractApi;
import dev.waybill.web.api.deadletters.DeadLettersApi;
import dev.waybill.web.api.deliveries.AttemptsApi;
import dev.waybill.web.api.deliveries.DeliveriesApi;
import dev.waybill.web.api.endpoints.EndpointSecretsApi;
import dev.waybill.web.api.endpoints.EndpointStatesApi;
import dev.waybill.web.api.endpoints.EndpointsApi;
import dev.waybill.web.api.endpoints.LanesApi;
import dev.waybill.web.api.events.EventsApi;
import dev.waybill.web.api.events.PublishApi;
import dev.waybill.web.api.events.TypeCheck;
import dev.waybill.web.api.eventtypes.EventTypesApi;
import dev.waybill.web.api.keys.ApiKeysApi;
import dev.waybill.web.api.portal.PortalApi;
import dev.waybill.web.api.portal.PortalLinksApi;
import dev.waybill.web.api.redelivery.CancelApi;
import dev.waybill.web.api.redelivery.ResendApi;
import dev.waybill.web.api.replays.ReplaysApi;
import dev.waybill.web.api.retrypolicies.RetryPoliciesApi;
import dev.waybill.web.api.stats.StatsApi;
import dev.waybill.web.api.testsends.TestSendApi;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.endpoint.BuiltInReceiver;
import java.util.ArrayList;
import java.util.List;

/// The routes of the API.
final class ApiRoutes {

    private final Features features;

    ApiRoutes(Features features) {
        this.features = features;
    }

    List<Route> all() {
        var routes = new ArrayList<Route>();
        routes.addAll(events());
        routes.addAll(deliveries());
        routes.addAll(endpoints());
        routes.addAll(catalog());
        routes.addAll(administration());
        return routes;
    }

    private List<Route> events() {
        var known = new TypeCheck(features.engine.routes(), features.settings.catalogTypesOnly());
        var routes = new ArrayList<Route>();
        routes.addAll(
                new PublishApi(
                                features.engine.capture(),
                                features.events,
                                known,
                                features.apps,
                                features.rates,
                                features.clock)
                        .routes(features.access));
        routes.addAll(
                new EventsApi(features.events, features.feed, features.apps)
                        .routes(features.access));
        return routes;
    }

    private List<Route> deliveries() {
        var routes = new ArrayList<Route>();
        routes.addAll(
                new DeliveriesApi(
                                features.list,
                                features.deliveries,
                                features.events,
                                features.deadLetterNotes,
                                features.composer,
                                features.engine.routes(),
                                features.apps)
                        .routes(features.access));
        routes.addAll(
                new ResendApi(features.resends, features.redelivery, features.deliveries)
                        .routes(features.access));
        routes.addAll(
                new CancelApi(
                                features.cancels,
                                features.redelivery,
                                features.deliveries,
                                features.events,
                                features.apps)
                        .routes(features.access));
        routes.addAll(
                new DeadLettersApi(
                                features.groups,
                                features.deadLetters,
                                features.deliveries,
                                features.apps)
                        .routes(features.access));
        routes.addAll(
                new ReplaysApi(
                                features.replays,
                                features.endpoints,
                                features.replayService,
                                features.clock)
                        .routes(features.access));
        routes.addAll(
                new AttemptsApi(new AttemptList(features.database), features.endpoints)
                        .routes(features.access));
        routes.addAll(
                new StatsApi(
                                features.stats,
                                new AutomaticChangeQuery(features.database),
                                features.endpoints,
                                features.apps,
                                features.clock)
                        .routes(features.access));
        return routes;
    }

    private List<Route> endpoints() {
        var routes = new ArrayList<Route>();
        routes.addAll(
                new EndpointsApi(
                                features.endpoints,
                                features.endpointService,
                                features.apps,
                                features.clock)
                        .routes(features.access));
        routes.addAll(
                new EndpointStatesApi(
                                features.endpoints,
                                features.endpointStates,
                                features.engine.states(),
                                features.apps,
                                features.clock)
                        .routes(features.access));
        routes.addAll(
                new EndpointSecretsApi(
                                features.endpoints,
                                features.endpointService,
                                features.revealedSecrets,
                                features.apps,
                                features.clock)
                        .routes(features.access));
        routes.addAll(new TestSendApi(features.endpoints, features.tests).routes(features.access));
        routes.addAll(new LanesApi(features.endpoints, features.laneHolds).routes(features.access));
        routes.addAll(
                new ContractApi(features.endpoints, features.contracts).routes(features.access));
        return routes;
    }

    private List<Route> catalog() {
        var routes = new ArrayList<Route>();
        routes.addAll(
                new EventTypesApi(features.types, features.typeService).routes(features.access));
        routes.addAll(
                new RetryPoliciesApi(features.policies, features.policyService, features.clock)
                        .routes(features.access));
        return routes;
    }

    private List<Route> administration() {
        var routes = new ArrayList<Route>();
        routes.addAll(new AppsApi(features.register, features.appService).routes(features.access));
        routes.addAll(
                new ApiKeysApi(features.keyService, features.apps, features.clock)
                        .routes(features.access));
        routes.addAll(
                new PortalLinksApi(
                                features.portalLinks,
                                features.portalLinkService,
                                features.address,
                                features.apps,
                                features.clock)
                        .routes(features.access));
        routes.addAll(
                new PortalApi(features.portalSettings, features.apps).routes(features.access));
        routes.addAll(new AuditLogApi(features.audit, features.apps).routes(features.access));
        if (features.settings.dev()) {
            // Takes everything and keeps nothing, for who has no receiver yet.
            routes.add(
                    Route.waiting(
                            "POST", BuiltInReceiver.PATH, _ -> Response.text(200, "taken\n")));
        }
        return routes;
    }
}
