package dev.waybill.feature.retrypolicies;

import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.catalog.CustomPolicy;
import dev.waybill.feature.FeatureContext;

/// The parts of retry policies.
public record RetryPoliciesFeature(Policies policies, PolicyService service) {

    public static RetryPoliciesFeature of(FeatureContext context, AuditTrail<CustomPolicy> trail) {
        var policies = new Policies(context.database(), trail, context.clock());
        return new RetryPoliciesFeature(
                policies, new PolicyService(policies, context.engine().routes()));
    }
}
