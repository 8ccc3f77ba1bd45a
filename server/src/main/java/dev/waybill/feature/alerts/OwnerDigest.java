package dev.waybill.feature.alerts;

import dev.waybill.feature.notifications.NotificationsFeature;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.schedule.JobResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Combines the news for an owner into one mail: endpoints that fail together share it, and an
/// owner gets at most [#PER_DAY_MAX] a day.
public final class OwnerDigest {

    public static final Duration PERIOD = Duration.ofSeconds(10);

    /// News wait this long for others.
    static final Duration WAIT = Duration.ofMinutes(2);

    static final int PER_DAY_MAX = 4;

    /// When the limit of a day is reached, it is tried again after this time.
    private static final Duration POSTPONED = Duration.ofMinutes(30);

    /// Endpoints that a mail describes; others are counted.
    static final int DESCRIBED_MAX = 20;

    private final Database database;
    private final NotificationsFeature notifications;
    private final OwnerMail mail;
    private final OwnerNoticeStore notices;
    private final InstantSource clock;
    private final AlertStore alerts = new AlertStore();

    OwnerDigest(
            Database database,
            NotificationsFeature notifications,
            OwnerMail mail,
            OwnerNoticeStore notices,
            InstantSource clock) {
        this.database = database;
        this.notifications = notifications;
        this.mail = mail;
        this.notices = notices;
        this.clock = clock;
    }

    /// Writes the mail of one owner.
    public JobResult runOnce() {
        var now = clock.instant();
        int owners = database.interactive().inTransaction(tx -> write(tx, now));
        return JobResult.untilNone(owners);
    }

    /// Returns how many owners there were to write to.
    private int write(Handle tx, Instant now) {
        var next = notices.next(tx, now).orElse(null);
        if (next == null) {
            return 0;
        }
        var waiting = notices.lock(tx, next);
        var owner = notifications.owners().find(tx, next.appId(), next.address()).orElse(null);
        var entries = entries(tx, waiting.all());
        if (owner == null || !owner.state().getsMail() || entries.isEmpty()) {
            notices.drop(tx, waiting);
        } else if (hasEnoughForToday(tx, next, now)) {
            notices.postpone(tx, waiting, now.plus(POSTPONED));
        } else {
            var first = entries.getFirst().alert().id();
            var message = mail.digest(entries, owner);
            var outbox = notifications.outbox();
            var id = outbox.toOwner(tx, next.appId(), next.address(), message, first, now);
            notices.sent(tx, waiting, id);
        }
        return 1;
    }

    private boolean hasEnoughForToday(Handle tx, OwnerNoticeStore.Recipient owner, Instant now) {
        var day = now.minus(Duration.ofDays(1));
        return notifications.outbox().digests(tx, owner.appId(), owner.address(), day)
                >= PER_DAY_MAX;
    }

    /// One entry for each alert, with its last news.
    private List<OwnerMail.Entry> entries(Handle tx, List<OwnerNotice> all) {
        var last = new LinkedHashMap<UUID, OwnerNews>();
        for (var notice : all) {
            // A summary of lost deliveries is not replaced by a later recovery.
            last.merge(
                    notice.alertId(),
                    notice.news(),
                    (before, after) -> before == OwnerNews.LOST ? before : after);
        }
        var entries = new ArrayList<OwnerMail.Entry>();
        last.forEach((alertId, news) ->
                alerts.find(tx, alertId)
                        .ifPresent(alert -> entries.add(new OwnerMail.Entry(alert, news))));
        return entries;
    }
}
