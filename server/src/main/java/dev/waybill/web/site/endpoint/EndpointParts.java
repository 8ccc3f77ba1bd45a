package dev.waybill.web.site.endpoint;

import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.apps.AppsFeature;
import dev.waybill.feature.endpoints.EndpointsFeature;
import dev.waybill.feature.eventtypes.EventTypesFeature;
import dev.waybill.feature.retrypolicies.RetryPoliciesFeature;

/// The parts that the pages of both sites use to show endpoints.
public record EndpointParts(
        EndpointNames names, EndpointChoices choices, OfferedEndpoints offered) {

    public static EndpointParts of(
            EndpointsFeature endpoints,
            AppsFeature apps,
            EventTypesFeature eventTypes,
            RetryPoliciesFeature retryPolicies,
            RoutingTable routing,
            AccessCache accessCache) {
        var names = new EndpointNames(routing, accessCache);
        return new EndpointParts(
                names,
                new EndpointChoices(apps.register(), eventTypes.types(), retryPolicies.policies()),
                new OfferedEndpoints(endpoints.endpoints(), names));
    }
}
