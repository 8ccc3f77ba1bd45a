package dev.waybill.feature.deliveries;

import dev.waybill.feature.FeatureContext;

/// The parts of deliveries and attempts.
public record DeliveriesFeature(
        DeliveryList list,
        DeliveryQuery query,
        AttemptList attempts,
        Backlog backlog,
        EndpointGlances glances,
        FailureCauses causes,
        ServiceFacts facts) {

    public static DeliveriesFeature of(FeatureContext context) {
        var database = context.database();
        return new DeliveriesFeature(
                new DeliveryList(database),
                new DeliveryQuery(database),
                new AttemptList(database),
                new Backlog(database),
                new EndpointGlances(database),
                new FailureCauses(database),
                new ServiceFacts(database));
    }
}
