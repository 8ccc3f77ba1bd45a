package dev.waybill.feature.redelivery;

import dev.waybill.engine.access.AppScopes;
import dev.waybill.feature.FeatureContext;

/// The parts of resend, requeue and cancel.
public record RedeliveryFeature(Resends resends, Cancels cancels, RedeliveryService service) {

    public static RedeliveryFeature of(FeatureContext context, Redeliver redeliver) {
        var database = context.database();
        var audit = context.audit();
        var clock = context.clock();
        var resends = new Resends(database, redeliver, audit, clock);
        var requeues = new Requeues(database, audit, clock);
        var cancels = new Cancels(database, audit, clock, context.engine().lanes()::arrived);
        var scopes = new AppScopes(context.accessCache());
        return new RedeliveryFeature(
                resends, cancels, new RedeliveryService(requeues, resends, cancels, scopes));
    }
}
