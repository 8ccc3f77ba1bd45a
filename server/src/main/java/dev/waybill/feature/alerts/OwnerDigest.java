package dev.waybill.feature.alerts;

import dev.waybill.feature.alerts.OwnerNoticeStore.Waiting;
import dev.waybill.feature.notifications.NotificationsFeature;
import dev.waybill.feature.notifications.OwnerAddress;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.schedule.JobResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Combines the news for an owner into one mail: endpoints that fail together share it, also those
/// of several apps, and an address gets at most [#PER_DAY_MAX] a day.
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
        var address = notices.next(tx, now).orElse(null);
        if (address == null) {
            return 0;
        }
        var all = notices.lock(tx, address);
        var owners = confirmed(tx, address, all);
        var unwanted =
                all.stream().filter(one -> !owners.containsKey(one.notice().appId())).toList();
        var wanted = all.stream().filter(one -> owners.containsKey(one.notice().appId())).toList();
        notices.drop(tx, unwanted);
        if (!wanted.isEmpty()) {
            write(tx, wanted, owners, now);
        }
        return 1;
    }

    private void write(
            Handle tx, List<Waiting> waiting, Map<UUID, OwnerAddress> owners, Instant now) {
        var owner = Objects.requireNonNull(owners.get(waiting.getFirst().notice().appId()));
        var outbox = notifications.outbox();
        if (outbox.digestsToday(tx, owner.address(), now) >= PER_DAY_MAX) {
            notices.postpone(tx, waiting, now.plus(POSTPONED));
            return;
        }
        var entries = entries(tx, waiting);
        if (entries.isEmpty()) {
            notices.drop(tx, waiting);
            return;
        }
        var first = entries.getFirst().alert().id();
        var id = outbox.toOwner(tx, owner, mail.digest(entries, owner), first, now);
        notices.sent(tx, waiting, id);
        outbox.toSupport(tx, owner, mail.copy(entries, owner), first, now);
    }

    /// The address for each of its apps for which it may get mail. An app that it is not confirmed
    /// for cannot make it get mail, whatever other apps do.
    private Map<UUID, OwnerAddress> confirmed(Handle tx, String address, List<Waiting> waiting) {
        var owners = new HashMap<UUID, OwnerAddress>();
        waiting.stream()
                .map(one -> one.notice().appId())
                .distinct()
                .forEach(appId ->
                        notifications
                                .owners()
                                .find(tx, appId, address)
                                .filter(owner -> owner.state().getsMail())
                                .ifPresent(owner -> owners.put(appId, owner)));
        return owners;
    }

    /// One entry for each alert, with its last news.
    private List<OwnerMail.Entry> entries(Handle tx, List<Waiting> waiting) {
        var last = new LinkedHashMap<UUID, OwnerNews>();
        for (var one : waiting) {
            // A summary of lost deliveries is not replaced by a later recovery.
            last.merge(
                    one.notice().alertId(),
                    one.notice().news(),
                    (before, after) -> before == OwnerNews.LOST ? before : after);
        }
        var entries = new ArrayList<OwnerMail.Entry>();
        last.forEach((alertId, news) ->
                alerts.find(tx, alertId)
                        .ifPresent(alert -> entries.add(new OwnerMail.Entry(alert, news))));
        return entries;
    }
}
