package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.AlertState;
import dev.waybill.domain.alert.Failing;
import dev.waybill.domain.alert.Level;
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

    private record Key(AlertRule rule, @Nullable UUID endpointId) {}

    AlertBook(Handle tx, AlertStore store, Ids ids, Instant now) {
        this.tx = tx;
        this.store = store;
        this.ids = ids;
        this.now = now;
        store.firing(tx).forEach(this::put);
    }

    private void put(Alert alert) {
        firing.put(new Key(alert.rule(), alert.endpointId()), alert);
    }

    /// The alerts of this rule that fire.
    List<Alert> firing(AlertRule rule) {
        return firing.values().stream().filter(alert -> alert.rule() == rule).toList();
    }

    /// The alert of this rule about an endpoint, or about the service, if it fires.
    @Nullable Alert find(AlertRule rule, @Nullable UUID endpointId) {
        return firing.get(new Key(rule, endpointId));
    }

    List<News> news() {
        return List.copyOf(news);
    }

    /// A rule begins to fire.
    void fire(AlertRule rule, Alert.@Nullable Subject subject, String summary, Instant startedAt) {
        insert(rule, subject, null, summary, startedAt);
    }

    private void insert(
            AlertRule rule,
            Alert.@Nullable Subject subject,
            @Nullable Level level,
            String summary,
            Instant startedAt) {
        var alert =
                new Alert(
                        ids.next(),
                        rule,
                        level == null ? rule.severity() : level.severity(),
                        subject,
                        AlertState.firing(level),
                        summary,
                        startedAt,
                        now,
                        null,
                        now);
        store.insert(tx, alert);
        put(alert);
        news.add(new News(alert, News.Event.FIRED, false));
    }

    /// An endpoint fails at this level: a new alert, one that continues, or one that rises.
    ///
    /// @param firesAt when the streak fired
    void failing(
            Alert.Subject subject,
            Level level,
            String summary,
            Instant startedAt,
            Instant firesAt) {
        var rule = AlertRule.ENDPOINT_FAILING;
        var open = find(rule, subject.endpointId());
        if (open != null) {
            rise(open, level, summary);
            return;
        }
        var last = store.last(tx, rule, subject.endpointId()).orElse(null);
        if (last == null || !Failing.reopens(last.state().resolvedAt(), firesAt)) {
            insert(rule, subject, level, summary, startedAt);
            return;
        }
        var again = last.in(last.state().again(), now);
        store.update(tx, again);
        put(again);
        rise(again, level, summary);
    }

    private void rise(Alert alert, Level level, String summary) {
        if (!alert.state().isBelow(level)) {
            return;
        }
        var risen = alert.in(alert.state().risenTo(level), now).saying(level.severity(), summary);
        store.update(tx, risen);
        put(risen);
        news.add(new News(risen, News.Event.ESCALATED, level == Level.LOST));
    }

    /// The problem is over.
    ///
    /// @param lost whether this is the first time that people are told of lost deliveries
    void resolve(Alert alert, Instant at, @Nullable String summary, boolean lost) {
        var resolved = alert.in(alert.state().resolved(at), now);
        var told = summary == null ? resolved : resolved.saying(resolved.severity(), summary);
        store.update(tx, told);
        firing.remove(new Key(alert.rule(), alert.endpointId()));
        if (lost || alert.state().resolutionIsNews()) {
            news.add(new News(told, News.Event.RESOLVED, lost));
        }
    }

    /// Tells people again of alerts that still fire when their snooze is over.
    void wakeSnoozed() {
        for (var alert : List.copyOf(firing.values())) {
            var until = alert.state().snoozedUntil();
            if (until != null && !now.isBefore(until)) {
                var awake = alert.snoozed(null, now);
                store.update(tx, awake);
                put(awake);
                news.add(new News(awake, News.Event.FIRED, false));
            }
        }
    }
}
