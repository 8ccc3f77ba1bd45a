package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.AlertState;
import dev.waybill.domain.alert.Level;
import dev.waybill.domain.alert.Recurrence;
import dev.waybill.domain.alert.Severity;
import dev.waybill.domain.event.Ids;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// The alerts during one evaluation: those that fire, and the changes that people are told. Every
/// change is written in the transaction of the evaluation.
final class AlertBook {

    private final Handle tx;
    private final AlertStore store;
    private final Ids ids;
    private final Instant now;
    private final Map<Key, Alert> firing = new HashMap<>();
    private final List<News> news = new ArrayList<>();

    /// What an alert is about: an endpoint, a host, or the service.
    private record Key(AlertRule rule, @Nullable UUID endpointId, @Nullable String host) {}

    AlertBook(Handle tx, AlertStore store, Ids ids, Instant now) {
        this.tx = tx;
        this.store = store;
        this.ids = ids;
        this.now = now;
        store.firing(tx).forEach(this::put);
    }

    private void put(Alert alert) {
        firing.put(key(alert), alert);
    }

    private static Key key(Alert alert) {
        return new Key(alert.rule(), alert.endpointId(), alert.host());
    }

    /// The alerts of this rule that fire.
    List<Alert> firing(AlertRule rule) {
        return firing.values().stream().filter(alert -> alert.rule() == rule).toList();
    }

    /// The alert of this rule about an endpoint, if it fires.
    @Nullable Alert find(AlertRule rule, UUID endpointId) {
        return firing.get(new Key(rule, endpointId, null));
    }

    /// The alert of this rule about a host, or about the service, if it fires.
    @Nullable Alert findOn(@Nullable String host, AlertRule rule) {
        return firing.get(new Key(rule, null, host));
    }

    List<News> news() {
        return List.copyOf(news);
    }

    /// A rule of the service begins to fire.
    ///
    /// @param host the host that it is about; null for the whole service
    void fire(AlertRule rule, @Nullable String host, String summary, Instant startedAt) {
        insert(rule, null, host, null, summary, startedAt);
    }

    private void insert(
            AlertRule rule,
            Alert.@Nullable Subject subject,
            @Nullable String host,
            @Nullable Level level,
            String summary,
            Instant startedAt) {
        var alert =
                new Alert(
                        ids.next(),
                        rule,
                        severity(rule, level),
                        subject,
                        AlertState.firing(level),
                        summary,
                        startedAt,
                        now,
                        null,
                        now,
                        host);
        store.insert(tx, alert);
        put(alert);
        news.add(new News(alert, News.Event.FIRED, false));
    }

    private static Severity severity(AlertRule rule, @Nullable Level level) {
        return level == null ? rule.severity() : level.severity();
    }

    /// A problem of an endpoint.
    ///
    /// @param level null for rules without levels
    /// @param firesAt when it was grave enough for an alert
    record Problem(
            AlertRule rule,
            Alert.Subject subject,
            @Nullable Level level,
            String summary,
            Instant startedAt,
            Instant firesAt) {}

    /// A problem exists: a new alert, one that is back, or one that rises.
    void exists(Problem problem) {
        var open = find(problem.rule, problem.subject.endpointId());
        if (open != null) {
            goesOn(open, problem);
            return;
        }
        var last = store.last(tx, problem.rule, problem.subject.endpointId()).orElse(null);
        if (last == null || !Recurrence.reopens(last.state().resolvedAt(), problem.firesAt)) {
            insert(
                    problem.rule,
                    problem.subject,
                    null,
                    problem.level,
                    problem.summary,
                    problem.startedAt);
            return;
        }
        var again =
                last.in(last.state().again(problem.level), now)
                        .saying(severity(problem.rule, problem.level), problem.summary);
        store.putState(tx, again);
        // It had resolved, so nobody changes this meanwhile.
        store.putCare(tx, again);
        put(again);
        news.add(new News(again, News.Event.FIRED, problem.level == Level.LOST));
    }

    private void goesOn(Alert alert, Problem problem) {
        var level = problem.level;
        if (level == null || !alert.state().isBelow(level)) {
            say(alert, problem.summary);
            return;
        }
        var risen =
                alert.in(alert.state().risenTo(level), now)
                        .saying(level.severity(), problem.summary);
        store.putState(tx, risen);
        put(risen);
        news.add(new News(risen, News.Event.ESCALATED, level == Level.LOST));
    }

    /// Changes the words of an alert, which is no news.
    void say(Alert alert, String summary) {
        var said = alert.in(alert.state(), now).saying(alert.severity(), summary);
        if (!said.summary().equals(alert.summary())) {
            store.putState(tx, said);
            put(said);
        }
    }

    /// The problem is over.
    ///
    /// @param lost whether this is the first time that people are told of lost deliveries
    void resolve(Alert alert, Instant at, String summary, boolean lost) {
        end(alert, at, summary, News.Event.RESOLVED, lost);
    }

    /// The alert ends although its problem may go on.
    void close(Alert alert, String summary) {
        end(alert, now, summary, News.Event.CLOSED, false);
    }

    private void end(Alert alert, Instant at, String summary, News.Event event, boolean lost) {
        var ended = alert.in(alert.state().resolved(at), now).saying(alert.severity(), summary);
        store.putState(tx, ended);
        firing.remove(key(alert));
        news.add(new News(ended, event, lost));
    }

    /// Reminds operators of alerts that still fire when their snooze is over.
    void wakeSnoozed() {
        for (var alert : List.copyOf(firing.values())) {
            var until = alert.state().snoozedUntil();
            if (until != null && !now.isBefore(until) && store.wake(tx, alert.id(), now)) {
                var awake = alert.snoozed(null, now);
                put(awake);
                news.add(new News(awake, News.Event.REMINDED, false));
            }
        }
    }
}
