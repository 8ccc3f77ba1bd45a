package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.ClientErrors;
import dev.waybill.domain.alert.Disabled;
import dev.waybill.domain.alert.Failing;
import dev.waybill.domain.alert.Level;
import dev.waybill.domain.alert.Outage;
import dev.waybill.domain.alert.Recurrence;
import dev.waybill.domain.alert.Span;
import dev.waybill.domain.alert.Streak;
import dev.waybill.domain.alert.Thresholds;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.domain.event.Ids;
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
        var outages = alerts.outages(tx, facts.now.minus(AlertEvaluation.HISTORY_KEPT));
        facts.open.forEach((endpointId, streak) -> {
            var endpoint = routes.current().endpoint(endpointId);
            if (endpoint != null && endpoint.state() == EndpointState.ACTIVE) {
                judgeFailing(book, facts.asOf, new Case(endpoint, streak, thresholds, outages));
            }
        });
        for (var alert : book.firing(AlertRule.ENDPOINT_FAILING)) {
            var id = alert.endpointId();
            if (id != null && !facts.open.containsKey(id)) {
                notFailing(tx, book, alert, id, facts);
            }
        }
    }

    private record Case(
            Endpoint endpoint, Streak streak, Thresholds thresholds, List<Outage> outages) {

        /// The outages that concern the endpoint.
        List<Outage> own() {
            return outages.isEmpty() ? outages : Outage.of(Hosts.of(endpoint), outages);
        }
    }

    private static void judgeFailing(AlertBook book, Instant asOf, Case one) {
        var streak = one.streak;
        var firesAt = Failing.firesAt(streak, asOf, one.thresholds, one.own()).orElse(null);
        if (firesAt == null) {
            return;
        }
        var level = Failing.level(streak, asOf, one.thresholds);
        book.exists(
                new AlertBook.Problem(
                        AlertRule.ENDPOINT_FAILING,
                        subject(one.endpoint),
                        level,
                        AlertText.failing(
                                one.endpoint.url(),
                                streak,
                                level,
                                streak.giveUpAt(),
                                streak.lost()),
                        streak.since(),
                        firesAt));
    }

    private void notFailing(Handle tx, AlertBook book, Alert alert, UUID id, Facts facts) {
        var endpoint = routes.current().endpoint(id);
        long lost = histories.lost(tx, id, alert.startedAt());
        var level = alert.state().level();
        boolean summary = lost > 0 && (level == null || level.compareTo(Level.LOST) < 0);
        var url = endpoint == null ? "The endpoint" : endpoint.url();
        var words =
                endpoint != null && endpoint.state() == EndpointState.ACTIVE
                        ? AlertText.recovered(url, lost)
                        : AlertText.outOfService(url, lost);
        var endedAt = histories.lastEnd(tx, id).orElse(Instant.EPOCH);
        endOrHold(book, alert, endedAt, facts, words, summary);
    }

    /// Resolves an alert when its problem has been over for long enough.
    private static void endOrHold(
            AlertBook book, Alert alert, Instant endedAt, Facts facts, String words, boolean lost) {
        var at = Recurrence.resolvesAt(endedAt, alert.state().isReopened());
        if (facts.asOf.isBefore(at)) {
            book.say(alert, words);
        } else {
            book.resolve(alert, endedAt.equals(Instant.EPOCH) ? facts.now : at, words, lost);
        }
    }

    private void judgeClientErrors(Handle tx, AlertBook book, Facts facts, Thresholds thresholds) {
        var rule = AlertRule.ENDPOINT_CLIENT_ERRORS;
        var from = facts.asOf.minus(Span.LENGTH).minus(Recurrence.QUIET);
        histories
                .spikes(tx, from, thresholds)
                .forEach((endpointId, spans) -> {
                    var endpoint = routes.current().endpoint(endpointId);
                    var spike = ClientErrors.fires(spans, facts.asOf, thresholds).orElse(null);
                    if (endpoint != null && spike != null) {
                        book.exists(
                                new AlertBook.Problem(
                                        rule,
                                        subject(endpoint),
                                        null,
                                        AlertText.clientErrors(endpoint.url(), spike),
                                        spike.since(),
                                        spike.since()));
                    }
                });
        for (var alert : book.firing(rule)) {
            var id = alert.endpointId();
            if (id != null) {
                noSpike(tx, book, alert, id, facts, thresholds);
            }
        }
    }

    /// Without traffic there are no rejections either, so this says nothing of a recovery.
    private void noSpike(
            Handle tx, AlertBook book, Alert alert, UUID id, Facts facts, Thresholds thresholds) {
        var from = facts.asOf.minus(Span.LENGTH).minus(Recurrence.REOPENED_WITHIN);
        var last = histories.lastSpike(tx, id, from, thresholds).map(Span::end);
        var endedAt = last.orElse(Instant.EPOCH);
        if (facts.asOf.isBefore(Recurrence.resolvesAt(endedAt, false))) {
            return;
        }
        var endpoint = routes.current().endpoint(id);
        var words = AlertText.noClientErrors(endpoint == null ? "The endpoint" : endpoint.url());
        endOrHold(book, alert, endedAt, facts, words, false);
    }

    private void judgeDisabled(Handle tx, AlertBook book, Facts facts) {
        var rule = AlertRule.ENDPOINT_DISABLED;
        for (var alert : book.firing(rule)) {
            var id = alert.endpointId();
            endDisabled(book, alert, id == null ? null : routes.current().endpoint(id), facts.now);
        }
        var last = facts.progress.changesUntil();
        var from = (last == null ? facts.now : last).minus(OVERLAP);
        for (var change : sums.changes(tx, Ids.lowestAt(from), CHANGES_MAX)) {
            var endpoint = routes.current().endpoint(change.endpointId());
            if (endpoint != null
                    && Disabled.isInForce(endpoint.standing(), change.at())
                    && book.find(rule, endpoint.id()) == null
                    && !wasTold(tx, change)) {
                book.exists(
                        new AlertBook.Problem(
                                rule,
                                subject(endpoint),
                                null,
                                AlertText.disabled(endpoint.url(), change.state(), change.reason()),
                                change.at(),
                                Instant.MAX));
            }
        }
    }

    /// Whether an alert about this change has ended.
    private boolean wasTold(Handle tx, SumStore.Change change) {
        return alerts.last(tx, AlertRule.ENDPOINT_DISABLED, change.endpointId())
                .filter(alert -> !alert.startedAt().isBefore(change.at()))
                .isPresent();
    }

    private static void endDisabled(
            AlertBook book, Alert alert, @Nullable Endpoint endpoint, Instant now) {
        var changedAt = alert.startedAt();
        if (endpoint == null) {
            book.close(alert, AlertText.outOfService("The endpoint", 0));
        } else if (endpoint.state() == EndpointState.ACTIVE) {
            book.resolve(alert, now, AlertText.inService(endpoint.url()), false);
        } else if (!Disabled.isInForce(endpoint.standing(), changedAt)
                || Disabled.wasShown(alert.state().acknowledgedAt(), changedAt, now)) {
            book.close(alert, AlertText.stillOutOfService(endpoint.url()));
        }
    }

    private static Alert.Subject subject(Endpoint endpoint) {
        return new Alert.Subject(endpoint.id(), endpoint.appId(), endpoint.mode());
    }
}
