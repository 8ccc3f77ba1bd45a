package dev.waybill.feature.replays;

import dev.waybill.engine.access.AppScopes;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.feature.FeatureContext;
import dev.waybill.feature.events.EventsFeature;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// The parts of replays.
public record ReplaysFeature(Replays replays, ReplayService service) {

    /// Builds the parts of the feature.
    ///
    /// @param planJson a plan as it is stored
    public static ReplaysFeature of(
            FeatureContext context,
            AuditTrail<Replay> trail,
            Function<Plan, ObjectNode> planJson,
            EventsFeature events) {
        var replays =
                new Replays(context.database(), trail, planJson, context.clock(), context.ids());
        var scopes = new AppScopes(context.accessCache());
        return new ReplaysFeature(
                replays, new ReplayService(replays, events.query(), events.feed(), scopes));
    }
}
