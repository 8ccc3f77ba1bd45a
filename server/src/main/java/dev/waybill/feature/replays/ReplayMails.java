package dev.waybill.feature.replays;

import dev.waybill.domain.Timestamps;
import dev.waybill.domain.endpoint.UrlLabel;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.notifications.MailBody;
import dev.waybill.feature.notifications.MailText;
import dev.waybill.feature.notifications.Message;
import dev.waybill.feature.notifications.NotificationsFeature;
import dev.waybill.feature.notifications.OwnerAddress;
import dev.waybill.feature.replays.ReplayNotificationStore.Share;
import dev.waybill.infra.db.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Writes to the owners of endpoints before a large replay: how many deliveries come, and when.
public final class ReplayMails {

    public static final Duration PERIOD = Duration.ofSeconds(1);

    private final Database database;
    private final RoutingTable routes;
    private final NotificationsFeature notifications;
    private final InstantSource clock;
    private final ReplayNotificationStore store = new ReplayNotificationStore();

    public ReplayMails(
            Database database,
            RoutingTable routes,
            NotificationsFeature notifications,
            InstantSource clock) {
        this.database = database;
        this.routes = routes;
        this.notifications = notifications;
        this.clock = clock;
    }

    /// Handles one replay. Returns how many it handled.
    public int runOnce() {
        var now = clock.instant();
        return database.interactive()
                .inTransaction(tx -> {
                    var id = store.lockUnmailed(tx);
                    id.ifPresent(replay -> notifyOwners(tx, replay, now));
                    return id.isPresent() ? 1 : 0;
                });
    }

    private void notifyOwners(Handle tx, UUID replayId, Instant now) {
        store.ownersNotified(tx, replayId);
        if (notifications.mail().server() == null) {
            return;
        }
        for (var share : store.shares(tx, replayId)) {
            var endpoint = routes.current().endpoint(share.endpointId());
            var address = endpoint == null ? null : endpoint.ownerEmail();
            if (endpoint != null
                    && address != null
                    && share.count() > ReplayNotifier.ANNOUNCED_FROM) {
                var url = endpoint.url();
                notifications
                        .owners()
                        .find(tx, share.appId(), address)
                        .filter(owner -> owner.state().getsMail())
                        .ifPresent(owner -> notify(tx, share, url, owner, now));
            }
        }
    }

    private void notify(Handle tx, Share share, String url, OwnerAddress owner, Instant now) {
        var links = notifications.links();
        var outbox = notifications.outbox();
        var subject = share.count() + " events are about to be sent again";
        var page = links.portalEndpoint(share.endpointId());
        var unsubscribe = links.unsubscribe(owner.token());
        var body =
                body(share, url)
                        .paragraph(
                                "Your receiver recognizes events that it has processed by the"
                                        + " header webhook-id.")
                        .link("Open the endpoint", page)
                        .link("Unsubscribe", unsubscribe);
        var message =
                new Message(
                        "replay",
                        subject,
                        body.text(),
                        body.html(),
                        null,
                        "info",
                        page,
                        unsubscribe);
        outbox.toOwner(tx, owner, message, null, now);
        var copy = body(share, UrlLabel.of(url));
        outbox.toSupport(tx, owner, new MailText(subject, copy, links.alerts()), null, now);
    }

    private static MailBody body(Share share, String url) {
        return new MailBody()
                .paragraph(
                        share.count()
                                + " events are sent to "
                                + url
                                + " again, from "
                                + Timestamps.format(share.startAt())
                                + " on.");
    }
}
