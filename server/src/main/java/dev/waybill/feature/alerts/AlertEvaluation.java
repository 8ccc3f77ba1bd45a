package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Reading;
import dev.waybill.domain.alert.ServiceRules;
import dev.waybill.domain.event.Ids;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.schedule.JobResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/// Evaluates the rules once a minute, in one process at a time: histories, alerts and notifications
/// are written in one transaction.
public final class AlertEvaluation {

    /// Every process looks, and the first one evaluates.
    public static final Duration PERIOD = Duration.ofSeconds(10);

    /// Histories are kept a day longer than a preview looks.
    static final Duration HISTORY_KEPT = Duration.ofDays(8);

    /// Resolved alerts are kept this long.
    static final Duration ALERTS_KEPT = Duration.ofDays(90);

    public static final Duration FORGET_PERIOD = Duration.ofMinutes(10);
    public static final int FORGOTTEN_PER_PASS_MAX = 1_000;

    private final Database database;
    private final InstantSource clock;
    private final Ids ids;
    private final HistoryKeeper keeper;
    private final EndpointPass endpoints;
    private final AlertNotifier notifier;
    private final ServicePass service = new ServicePass();
    private final AlertStore alerts = new AlertStore();
    private final HistoryStore histories = new HistoryStore();
    private final ReadingStore readings = new ReadingStore();
    private final RuleStore rules = new RuleStore();

    AlertEvaluation(
            Database database,
            InstantSource clock,
            Ids ids,
            HistoryKeeper keeper,
            EndpointPass endpoints,
            AlertNotifier notifier) {
        this.database = database;
        this.clock = clock;
        this.ids = ids;
        this.keeper = keeper;
        this.endpoints = endpoints;
        this.notifier = notifier;
    }

    /// Returns the number of changes that people are told; nothing if it is not time yet, or
    /// another process evaluates.
    public JobResult runOnce() {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        int news = database.interactive().inTransaction(tx -> evaluate(tx, now));
        return JobResult.complete(news);
    }

    private int evaluate(Handle tx, Instant now) {
        var progress = histories.lock(tx).orElse(null);
        if (progress == null || !isTime(progress, now)) {
            return 0;
        }
        var asOf = HistoryKeeper.asOf(now);
        if (progress.isAhead(now)) {
            // Otherwise nothing would be judged until the time is as late again.
            histories.forgetAfter(tx, asOf);
            readings.forgetAfter(tx, now);
            progress = progress.backTo(now, asOf);
        }
        var open = keeper.advance(tx, progress.spansUntil(), asOf);
        keeper.read(tx, open, asOf, now);
        var book = new AlertBook(tx, alerts, ids, now);
        var settings = rules.all(tx);
        book.wakeSnoozed();
        service.judge(book, settings, readings.since(tx, from(now)), now);
        endpoints.judge(tx, book, new EndpointPass.Facts(settings, open, progress, asOf, now));
        closeOfDisabledRules(book, settings);
        notifier.tell(tx, book.news(), now);
        histories.advance(tx, now, asOf);
        return book.news().size();
    }

    /// Passes of several processes come a little early or late.
    private static boolean isTime(HistoryStore.Progress progress, Instant now) {
        var last = progress.evaluatedAt();
        return last == null
                || progress.isAhead(now)
                || !now.isBefore(last.plus(Reading.PERIOD).minusSeconds(5));
    }

    private static Instant from(Instant now) {
        return now.minus(ServiceRules.HISTORY);
    }

    /// A rule that is switched off has no alerts.
    private static void closeOfDisabledRules(AlertBook book, Map<AlertRule, RuleSetting> settings) {
        settings.forEach((rule, setting) -> {
            if (!setting.enabled()) {
                book.firing(rule).forEach(alert -> book.close(alert, AlertText.ruleOff()));
            }
        });
    }

    /// Deletes old histories and alerts.
    public JobResult forget() {
        var now = clock.instant();
        int alertsGone =
                database.interactive()
                        .inTransaction(tx -> {
                            var before = now.minus(HISTORY_KEPT);
                            histories.forgetStreaks(tx, before);
                            histories.forgetSpikes(tx, before);
                            readings.forget(tx, before);
                            return alerts.forget(
                                    tx, now.minus(ALERTS_KEPT), FORGOTTEN_PER_PASS_MAX);
                        });
        return JobResult.limited(alertsGone, FORGOTTEN_PER_PASS_MAX);
    }
}
