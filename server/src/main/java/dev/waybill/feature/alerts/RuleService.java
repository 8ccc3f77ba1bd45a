package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Outage;
import dev.waybill.domain.alert.Preview;
import dev.waybill.domain.alert.Thresholds;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditEntry;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.infra.db.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Reads, changes and previews the rules.
public final class RuleService {

    /// The time that a preview looks at.
    public static final Duration PREVIEWED = Duration.ofDays(7);

    /// Histories are read from this time before it on, because an alert may have fired before or
    /// may continue another one.
    private static final Duration CONTINUED = Duration.ofHours(12);

    /// Automatic changes of endpoints that a preview looks at.
    private static final int CHANGES_MAX = 10_000;

    private final Database database;
    private final Audit audit;
    private final Function<RuleSetting, ObjectNode> snapshot;
    private final InstantSource clock;
    private final RoutingTable routes;
    private final RuleStore store = new RuleStore();
    private final HistoryStore histories = new HistoryStore();
    private final ReadingStore readings = new ReadingStore();
    private final AlertStore alerts = new AlertStore();
    private final SumStore sums = new SumStore();

    /// @param snapshot how the API shows a rule
    RuleService(
            Database database,
            Audit audit,
            Function<RuleSetting, ObjectNode> snapshot,
            InstantSource clock,
            RoutingTable routes) {
        this.database = database;
        this.audit = audit;
        this.snapshot = snapshot;
        this.clock = clock;
        this.routes = routes;
    }

    public Map<AlertRule, RuleSetting> all() {
        return database.interactive().withHandle(store::all);
    }

    public RuleSetting get(AlertRule rule) {
        var setting = all().get(rule);
        return setting == null ? RuleSetting.byDefault(rule) : setting;
    }

    /// The result of a change.
    public sealed interface Changed {

        record Done(RuleSetting setting) implements Changed {}

        record Invalid(List<Violation> violations) implements Changed {}
    }

    /// Changes what the command mentions.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Changed change(ChangeRule command, Violations violations, Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    store.lock(tx);
                    var before =
                            store.all(tx)
                                    .getOrDefault(
                                            command.rule(), RuleSetting.byDefault(command.rule()));
                    var thresholds = command.onto(before.thresholds());
                    thresholds.check(violations.in("thresholds"));
                    if (!violations.isEmpty()) {
                        return new Changed.Invalid(violations.all());
                    }
                    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
                    var after =
                            new RuleSetting(
                                    command.enabled().onto(before.enabled(), true),
                                    thresholds,
                                    now);
                    store.put(tx, after, now);
                    record(tx, actor, before, after);
                    return new Changed.Done(after);
                });
    }

    private void record(Handle tx, Actor actor, RuleSetting before, RuleSetting after) {
        audit.record(
                tx,
                actor,
                AuditEntry.with("alert_rule.updated", after.rule().code(), null, null)
                        .from(snapshot.apply(before))
                        .to(snapshot.apply(after)));
    }

    /// The alerts that the rule would have fired within the last week.
    public Preview preview(Thresholds thresholds) {
        var from = clock.instant().minus(PREVIEWED);
        return database.interactive()
                .withHandle(handle -> preview(handle, thresholds, from))
                .since(from);
    }

    private Preview preview(Handle handle, Thresholds thresholds, Instant from) {
        var progress = histories.progress(handle);
        var before = from.minus(CONTINUED);
        var asOf = progress.spansUntil() == null ? from : progress.spansUntil();
        return switch (thresholds.rule()) {
            case ENDPOINT_FAILING -> {
                var outages = alerts.outages(handle, before);
                yield Preview.failing(
                        histories.streaksSince(handle, before),
                        asOf,
                        thresholds,
                        id -> Outage.of(host(id), outages));
            }
            case ENDPOINT_CLIENT_ERRORS ->
                    Preview.clientErrors(histories.spikes(handle, before, thresholds), thresholds);
            case ENDPOINT_DISABLED ->
                    new Preview(
                            sums.changes(handle, Ids.lowestAt(from), CHANGES_MAX).stream()
                                    .filter(change -> !change.state().equals("active"))
                                    .map(change ->
                                            new Preview.Firing(change.at(), change.endpointId()))
                                    .toList());
            case SERVICE_DEAD_LETTERS, SERVICE_SERVER_ERRORS, SERVICE_BACKLOG, SERVICE_STALLED ->
                    Preview.service(readings.since(handle, before), thresholds);
        };
    }

    private @Nullable String host(UUID endpointId) {
        var endpoint = routes.current().endpoint(endpointId);
        return endpoint == null ? null : Hosts.of(endpoint);
    }
}
