package dev.waybill.web.api.testsends;

import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.feature.testsends.TestSends;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of test events.
public record TestSendRoutes(TestSends testSends, EndpointsFeature endpoints) {

    public List<Route> routes(Api api) {
        return new TestSendApi(endpoints.endpoints(), testSends).routes(api.access());
    }
}
