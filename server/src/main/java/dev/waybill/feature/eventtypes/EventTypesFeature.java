package dev.waybill.feature.eventtypes;

import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.feature.FeatureContext;
import dev.waybill.feature.retrypolicies.RetryPoliciesFeature;

/// The parts of event types.
public record EventTypesFeature(EventTypes types, EventTypeService service) {

    public static EventTypesFeature of(
            FeatureContext context,
            AuditTrail<CatalogType> trail,
            RetryPoliciesFeature retryPolicies) {
        var types = new EventTypes(context.database(), trail);
        var service =
                new EventTypeService(
                        types,
                        retryPolicies.policies(),
                        context.engine().routes(),
                        context.clock());
        return new EventTypesFeature(types, service);
    }
}
