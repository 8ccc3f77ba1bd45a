package dev.waybill;

import dev.waybill.feature.deliveries.AttemptList;
import dev.waybill.feature.stats.AutomaticChangeQuery;
import dev.waybill.web.api.ApiKeysApi;
import dev.waybill.web.api.AppsApi;
import dev.waybill.web.api.AttemptsApi;
import dev.waybill.web.api.AuditLogApi;
import dev.waybill.web.api.CancelApi;
import dev.waybill.web.api.ContractApi;
import dev.waybill.web.api.DeadLettersApi;
import dev.waybill.web.api.DeliveriesApi;
import dev.waybill.web.api.EndpointSecretsApi;
import dev.waybill.web.api.EndpointStatesApi;
import dev.waybill.web.api.EndpointsApi;
import dev.waybill.web.api.EventTypesApi;
import dev.waybill.web.api.EventsApi;
import dev.waybill.web.api.LanesApi;
import dev.waybill.web.api.PortalApi;
import dev.waybill.web.api.PortalLinksApi;
import dev.waybill.web.api.PublishApi;
import dev.waybill.web.api.ReplaysApi;
import dev.waybill.web.api.ResendApi;
import dev.waybill.web.api.RetryPoliciesApi;
import dev.waybill.web.api.StatsApi;
import dev.waybill.web.api.TestSendApi;
import dev.waybill.web.api.TypeCheck;
import dev.waybill.web.dashboard.BuiltInReceiver;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import java.util.ArrayList;
import java.util.List;

/// The routes of the API.
final class ApiRoutes {

    private final Services our;

    ApiRoutes(Services our) {
        this.our = our;
    }

    List<Route> all() {
        var routes = new ArrayList<Route>();
        routes.addAll(events());
        routes.addAll(deliveries());
        routes.addAll(endpoints());
        routes.addAll(catalogue());
        routes.addAll(administration());
        return routes;
    }

    private List<Route> events() {
        var known = new TypeCheck(our.engine.routes(), our.settings.cataloguedTypesOnly());
        var routes = new ArrayList<Route>();
        routes.addAll(
                new PublishApi(
                                our.engine.capture(),
                                our.events,
                                known,
                                our.apps,
                                our.rates,
                                our.clock)
                        .routes(our.access));
        routes.addAll(new EventsApi(our.events, our.feed, our.apps).routes(our.access));
        return routes;
    }

    private List<Route> deliveries() {
        var routes = new ArrayList<Route>();
        routes.addAll(
                new DeliveriesApi(
                                our.list,
                                our.deliveries,
                                our.events,
                                our.notes,
                                our.composer,
                                our.engine.routes(),
                                our.apps)
                        .routes(our.access));
        routes.addAll(new ResendApi(our.resends, our.requeues, our.deliveries).routes(our.access));
        routes.addAll(
                new CancelApi(our.cancels, our.deliveries, our.events, our.apps)
                        .routes(our.access));
        routes.addAll(
                new DeadLettersApi(our.groups, our.letters, our.deliveries, our.apps)
                        .routes(our.access));
        routes.addAll(
                new ReplaysApi(our.replays, our.endpoints, our.replayFields, our.clock)
                        .routes(our.access));
        routes.addAll(
                new AttemptsApi(new AttemptList(our.database), our.endpoints).routes(our.access));
        routes.addAll(
                new StatsApi(
                                our.stats,
                                new AutomaticChangeQuery(our.database),
                                our.endpoints,
                                our.apps,
                                our.clock)
                        .routes(our.access));
        return routes;
    }

    private List<Route> endpoints() {
        var routes = new ArrayList<Route>();
        routes.addAll(
                new EndpointsApi(our.endpoints, our.writer, our.apps, our.clock)
                        .routes(our.access));
        routes.addAll(
                new EndpointStatesApi(our.endpoints, our.engine.states(), our.apps, our.clock)
                        .routes(our.access));
        routes.addAll(
                new EndpointSecretsApi(our.endpoints, our.keyring, our.apps, our.clock)
                        .routes(our.access));
        routes.addAll(new TestSendApi(our.endpoints, our.tests).routes(our.access));
        routes.addAll(new LanesApi(our.endpoints, our.laneHolds).routes(our.access));
        routes.addAll(new ContractApi(our.endpoints, our.contracts).routes(our.access));
        return routes;
    }

    private List<Route> catalogue() {
        var routes = new ArrayList<Route>();
        routes.addAll(new EventTypesApi(our.types, our.typeWriter).routes(our.access));
        routes.addAll(
                new RetryPoliciesApi(our.policies, our.policyWriter, our.clock).routes(our.access));
        return routes;
    }

    private List<Route> administration() {
        var routes = new ArrayList<Route>();
        routes.addAll(new AppsApi(our.register, our.appWriter).routes(our.access));
        routes.addAll(new ApiKeysApi(our.keyWriter, our.apps, our.clock).routes(our.access));
        routes.addAll(
                new PortalLinksApi(our.portalLinks, our.address, our.apps, our.clock)
                        .routes(our.access));
        routes.addAll(new PortalApi(our.portalSettings, our.apps).routes(our.access));
        routes.addAll(new AuditLogApi(our.audit, our.apps).routes(our.access));
        if (our.settings.dev()) {
            // Takes everything and keeps nothing, for who has no receiver yet.
            routes.add(
                    Route.waiting(
                            "POST", BuiltInReceiver.PATH, _ -> Response.text(200, "taken\n")));
        }
        return routes;
    }
}
