package dev.waybill.feature.alerts;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.ClientErrors;
import dev.waybill.domain.alert.Failing;
import dev.waybill.domain.alert.Level;
import dev.waybill.domain.alert.Outage;
import dev.waybill.domain.alert.Span;
import dev.waybill.domain.alert.Streak;
import dev.waybill.domain.alert.Thresholds;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.domain.event.Ids;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.engine.routing.RoutingTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// The part of an evaluation that is about single endpoints.
final class EndpointPass {

    /// Automatic changes are read again for this time: a row has the time at which it was made, and
    /// is visible from its commit.
    private static final Duration OVERLAP = Duration.ofMinutes(10);

    private static final int CHANGES_MAX = 10_000;

    private final RoutingTable routes;
    private final HistoryStore histories;
    private final SumStore sums;
    private final AlertStore alerts = new AlertStore();

    EndpointPass(RoutingTable routes, HistoryStore histories, SumStore sums) {
        this.routes = routes;
        this.histories = histories;
        this.sums = sums;
    }

    /// What an evaluation has found so far.
    ///
    /// @param open the streaks that last
    /// @param progress of the evaluation before
    /// @param asOf the end of the last complete span
    record Facts(
            Map<AlertRule, RuleSetting> settings,
            Map<UUID, Streak> open,
            HistoryStore.Progress progress,
            Instant asOf,
            Instant now) {

        @Nullable Thresholds of(AlertRule rule) {
            var setting = settings.get(rule);
            return setting == null || !setting.enabled() ? null : setting.thresholds();
        }
    }

    void judge(Handle tx, AlertBook book, Facts facts) {
        var failing = facts.of(AlertRule.ENDPOINT_FAILING);
        if (failing != null) {
            judgeFailing(tx, book, facts, failing);
        }
        var clientErrors = facts.of(AlertRule.ENDPOINT_CLIENT_ERRORS);
        if (clientErrors != null) {
            judgeClientErrors(tx, book, facts, clientErrors);
        }
        if (facts.of(AlertRule.ENDPOINT_DISABLED) != null) {
            judgeDisabled(tx, book, facts);
        }
    }

    private void judgeFailing(Handle tx, AlertBook book, Facts facts, Thresholds thresholds) {
        var outages = alerts.outages(tx, Ids.lowestAt(facts.now.minus(Duration.ofDays(8))));
        facts.open.forEach((endpointId, streak) -> {
            var endpoint = routes.current().endpoint(endpointId);
            if (endpoint != null) {
                judgeFailing(tx, book, facts, new Case(endpoint, streak, thresholds, outages));
            }
        });
        for (var alert : book.firing(AlertRule.ENDPOINT_FAILING)) {
            var id = alert.endpointId();
            if (id != null && !facts.open.containsKey(id)) {
                recovered(tx, book, alert, id, facts.now);
            }
        }
    }

    private record Case(
            Endpoint endpoint, Streak streak, Thresholds thresholds, List<Outage> outages) {}

    private void judgeFailing(Handle tx, AlertBook book, Facts facts, Case one) {
        var streak = one.streak;
        var firesAt = Failing.firesAt(streak, facts.asOf, one.thresholds, one.outages).orElse(null);
        var known = book.find(AlertRule.ENDPOINT_FAILING, one.endpoint.id());
        if (firesAt == null && known == null) {
            return;
        }
        var window = window(one.endpoint);
        var giveUpAt = streak.since().plus(window);
        long lost =
                facts.asOf.isBefore(giveUpAt)
                        ? 0
                        : sums.lost(tx, one.endpoint.id(), streak.since());
        var level = Failing.level(streak, facts.asOf, window, lost, one.thresholds);
        book.failing(
                subject(one.endpoint),
                level,
                AlertText.failing(one.endpoint.url(), streak, level, giveUpAt, lost),
                streak.since(),
                firesAt == null ? facts.asOf : firesAt);
    }

    private void recovered(Handle tx, AlertBook book, Alert alert, UUID id, Instant now) {
        var endpoint = routes.current().endpoint(id);
        long lost = sums.lost(tx, id, alert.startedAt());
        var level = alert.state().level();
        boolean summary = lost > 0 && (level == null || level.compareTo(Level.LOST) < 0);
        var url = endpoint == null ? "The endpoint" : endpoint.url();
        var words =
                endpoint != null && endpoint.state() == EndpointState.ACTIVE
                        ? AlertText.recovered(url, lost)
                        : AlertText.outOfService(url, lost);
        var at = histories.lastEnd(tx, id).map(Failing::resolvesAt).orElse(now);
        book.resolve(alert, at.isAfter(now) ? now : at, words, summary);
    }

    private Duration window(Endpoint endpoint) {
        var own = routes.current().catalog().policy(endpoint.retryPolicy());
        if (own != null) {
            return own.window();
        }
        return (endpoint.mode() == Mode.LIVE ? RetryPolicies.LIVE : RetryPolicies.TEST).window();
    }

    private void judgeClientErrors(Handle tx, AlertBook book, Facts facts, Thresholds thresholds) {
        var rule = AlertRule.ENDPOINT_CLIENT_ERRORS;
        var from = facts.asOf.minus(Span.LENGTH.multipliedBy(ClientErrors.QUIET_SPANS));
        var spikes = histories.spikes(tx, from);
        spikes.forEach((endpointId, spans) -> {
            var endpoint = routes.current().endpoint(endpointId);
            if (endpoint != null
                    && book.find(rule, endpointId) == null
                    && ClientErrors.fires(spans, facts.asOf, thresholds)) {
                var span = spans.getLast();
                book.fire(
                        rule,
                        subject(endpoint),
                        AlertText.clientErrors(endpoint.url(), span),
                        span.since());
            }
        });
        for (var alert : book.firing(rule)) {
            var id = alert.endpointId();
            var spans = id == null ? null : spikes.get(id);
            if (spans == null || !ClientErrors.fires(spans, facts.asOf, thresholds)) {
                book.resolve(alert, facts.now, null, false);
            }
        }
    }

    private void judgeDisabled(Handle tx, AlertBook book, Facts facts) {
        var rule = AlertRule.ENDPOINT_DISABLED;
        var last = facts.progress.changesUntil();
        var from = (last == null ? facts.now : last).minus(OVERLAP);
        for (var change : sums.changes(tx, Ids.lowestAt(from), CHANGES_MAX)) {
            var endpoint = routes.current().endpoint(change.endpointId());
            if (endpoint != null
                    && endpoint.state() != EndpointState.ACTIVE
                    && endpoint.state().code().equals(change.state())
                    && book.find(rule, endpoint.id()) == null) {
                book.fire(
                        rule,
                        subject(endpoint),
                        AlertText.disabled(endpoint.url(), change.state(), change.reason()),
                        change.at());
            }
        }
        for (var alert : book.firing(rule)) {
            var id = alert.endpointId();
            var endpoint = id == null ? null : routes.current().endpoint(id);
            if (endpoint == null || endpoint.state() == EndpointState.ACTIVE) {
                book.resolve(alert, facts.now, null, false);
            }
        }
    }

    private static Alert.Subject subject(Endpoint endpoint) {
        return new Alert.Subject(endpoint.id(), endpoint.appId(), endpoint.mode());
    }
}
