package dev.waybill.feature.alerts;

import dev.waybill.feature.notifications.Message;
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

    /// Writes the mail of one owner. Returns how many it wrote.
    public JobResult runOnce() {
        var now = clock.instant();
        int written = database.interactive().inTransaction(tx -> write(tx, now));
        return JobResult.untilNone(written);
    }

    private int write(Handle tx, Instant now) {
        var next = notices.next(tx, now).orElse(null);
        if (next == null) {
            return 0;
        }
        var owner = notifications.owners().find(tx, next.appId(), next.address()).orElse(null);
        if (owner == null || !owner.state().getsMail()) {
            notices.drop(tx, next);
            return 1;
        }
        var outbox = notifications.outbox();
        var day = now.minus(Duration.ofDays(1));
        if (outbox.digests(tx, next.appId(), next.address(), day) >= PER_DAY_MAX) {
            notices.postpone(tx, next, now.plus(POSTPONED));
            return 1;
        }
        var entries = entries(tx, notices.ofOwner(tx, next));
        if (entries.isEmpty()) {
            notices.drop(tx, next);
            return 1;
        }
        Message message = mail.digest(entries, owner);
        var id =
                outbox.toOwner(
                        tx,
                        next.appId(),
                        next.address(),
                        message,
                        entries.getFirst().alert().id(),
                        now);
        notices.sent(tx, next, id);
        return 1;
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
