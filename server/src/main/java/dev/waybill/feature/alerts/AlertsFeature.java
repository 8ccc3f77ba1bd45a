package dev.waybill.feature.alerts;

import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.feature.FeatureContext;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.notifications.NotificationsFeature;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// The parts of alerts.
public record AlertsFeature(
        AlertService alerts, RuleService rules, AlertEvaluation evaluation, OwnerDigest digest) {

    /// How the API shows alerts and rules.
    public record Snapshots(
            Function<Alert, ObjectNode> alert, Function<RuleSetting, ObjectNode> rule) {}

    /// Builds the parts of the feature.
    public static AlertsFeature of(
            FeatureContext context,
            AuditTrail<Alert> trail,
            Snapshots snapshots,
            NotificationsFeature notifications,
            ServiceProbe probe) {
        var database = context.database();
        var clock = context.clock();
        var routes = context.engine().routes();
        var histories = new HistoryStore();
        var sums = new SumStore();
        var notices = new OwnerNoticeStore(context.ids());
        var evaluation =
                new AlertEvaluation(
                        database,
                        clock,
                        context.ids(),
                        new HistoryKeeper(routes, probe, histories, sums),
                        new EndpointPass(routes, histories, sums),
                        new AlertNotifier(routes, notifications, snapshots.alert(), notices));
        var mail = new OwnerMail(routes, new DeliveryList(database), notifications.links());
        return new AlertsFeature(
                new AlertService(database, trail, clock),
                new RuleService(database, context.audit(), snapshots.rule(), clock, routes),
                evaluation,
                new OwnerDigest(database, notifications, mail, notices, clock));
    }
}
