package dev.waybill.feature.endpoints;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.sign.Secrets;
import dev.waybill.engine.routing.EndpointStates;
import dev.waybill.feature.FeatureContext;
import dev.waybill.feature.notifications.OwnerAddresses;
import dev.waybill.feature.retrypolicies.RetryPoliciesFeature;
import dev.waybill.infra.secret.Vault;

/// The parts of endpoints.
///
/// @param history the states that an endpoint was in
public record EndpointsFeature(
        Endpoints endpoints,
        EndpointService service,
        EndpointStateService states,
        EndpointStates history,
        RevealedSecrets secrets,
        LaneHolds lanes) {

    /// Builds the parts of the feature.
    ///
    /// @param guard checks the URLs that people enter
    /// @param customerMax how many endpoints an app's customers may create
    /// @param owners learns of the addresses of owners
    public static EndpointsFeature of(
            FeatureContext context,
            AuditTrail<Endpoint> trail,
            RetryPoliciesFeature retryPolicies,
            Vault vault,
            EgressGuard guard,
            int customerMax,
            OwnerAddresses owners) {
        var database = context.database();
        var clock = context.clock();
        var engine = context.engine();
        var endpoints =
                new Endpoints(database, vault, trail, clock, context.ids(), owners::entered);
        var service =
                new EndpointService(
                        endpoints,
                        guard,
                        retryPolicies.policies(),
                        new Secrets(context.random()),
                        context.accessCache(),
                        customerMax,
                        clock);
        return new EndpointsFeature(
                endpoints,
                service,
                new EndpointStateService(engine.states()),
                engine.states(),
                new RevealedSecrets(endpoints, trail, clock),
                new LaneHolds(database, trail, engine.lanes()::arrived));
    }
}
