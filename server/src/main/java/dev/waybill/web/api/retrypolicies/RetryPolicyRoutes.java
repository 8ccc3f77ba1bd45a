package dev.waybill.web.api.retrypolicies;

import dev.waybill.feature.retrypolicies.RetryPoliciesFeature;
import dev.waybill.web.api.Api;
import dev.waybill.web.http.Route;
import java.util.List;

/// The routes of retry policies.
public record RetryPolicyRoutes(RetryPoliciesFeature feature) {

    public List<Route> routes(Api api) {
        return new RetryPoliciesApi(feature.policies(), feature.service(), api.clock())
                .routes(api.access());
    }
}
