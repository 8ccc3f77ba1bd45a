package dev.waybill.feature.alerts;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.alert.Severity;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.notifications.Channel;
import dev.waybill.feature.notifications.Links;
import dev.waybill.feature.notifications.MailBody;
import dev.waybill.feature.notifications.Message;
import dev.waybill.feature.notifications.NotificationsFeature;
import dev.waybill.feature.notifications.Outbox;
import dev.waybill.feature.notifications.OwnerAddresses;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.node.ObjectNode;

/// Turns the news of an evaluation into notifications, in its transaction.
final class AlertNotifier {

    /// More news than this are one message for each channel.
    static final int SINGLE_MAX = 10;

    /// Alerts that a combined message names.
    private static final int NAMED_MAX = 20;

    private final RoutingTable routes;
    private final Outbox outbox;
    private final OwnerAddresses owners;
    private final Links links;
    private final boolean mailIsSet;
    private final Function<Alert, ObjectNode> snapshot;
    private final OwnerNoticeStore notices;

    /// @param snapshot how the API shows an alert
    AlertNotifier(
            RoutingTable routes,
            NotificationsFeature notifications,
            Function<Alert, ObjectNode> snapshot,
            OwnerNoticeStore notices) {
        this.routes = routes;
        this.outbox = notifications.outbox();
        this.owners = notifications.owners();
        this.links = notifications.links();
        this.mailIsSet = notifications.mail().server() != null;
        this.snapshot = snapshot;
        this.notices = notices;
    }

    void tell(Handle tx, List<News> news, Instant now) {
        var loud = news.stream().filter(one -> tellsChannels(one, now)).toList();
        if (!loud.isEmpty()) {
            outbox.channels(tx).forEach(channel -> tell(tx, channel, loud, now));
        }
        if (mailIsSet) {
            news.stream()
                    .filter(one -> one.event().isForOwner())
                    .forEach(one -> tellOwner(tx, one, now));
        }
    }

    /// Many news at once are one message, except to a channel that keeps an incident for each
    /// alert: it would never hear of the end of a combined one.
    private void tell(Handle tx, Channel channel, List<News> news, Instant now) {
        var wanted =
                news.stream()
                        .filter(one -> one.alert().severity().isAtLeast(channel.severity()))
                        .toList();
        if (wanted.size() > SINGLE_MAX && !channel.kind().keepsIncidents()) {
            outbox.toChannel(tx, channel, together(wanted), null, now);
        } else {
            for (var one : wanted) {
                outbox.toChannel(tx, channel, message(one), one.alert().id(), now);
            }
        }
    }

    /// The end of an alert is told even if somebody has acknowledged it. Nobody is called because
    /// of an endpoint of the test mode.
    private static boolean tellsChannels(News news, Instant now) {
        var subject = news.alert().subject();
        if (subject != null && subject.mode() == Mode.TEST) {
            return false;
        }
        return news.event().isEnd() || news.alert().state().notifiesChannels(now);
    }

    private Message message(News news) {
        var alert = news.alert();
        var body =
                new MailBody()
                        .paragraph(alert.summary())
                        .list(
                                List.of(
                                        "Rule: " + alert.rule().code(),
                                        "Severity: " + alert.severity().code(),
                                        "Since: " + AlertText.time(alert.startedAt())))
                        .link("Open the alert", links.alert(alert.id()));
        return new Message(
                news.event().code(),
                subject(news),
                body.text(),
                body.html(),
                snapshot.apply(alert),
                alert.severity().code(),
                links.alert(alert.id()),
                null);
    }

    private static String subject(News news) {
        var begin =
                switch (news.event()) {
                    case FIRED, REMINDED -> "[" + news.alert().severity().code() + "] ";
                    case ESCALATED -> "[" + news.alert().severity().code() + ", rising] ";
                    case RESOLVED, CLOSED -> "[resolved] ";
                };
        return begin + news.alert().rule().code() + ": " + firstSentence(news.alert().summary());
    }

    private static String firstSentence(String summary) {
        int end = summary.indexOf(". ");
        return end < 0 ? summary : summary.substring(0, end + 1);
    }

    private Message together(List<News> news) {
        var lines = new ArrayList<String>();
        news.stream().limit(NAMED_MAX).map(AlertNotifier::subject).forEach(lines::add);
        if (news.size() > NAMED_MAX) {
            lines.add("and " + (news.size() - NAMED_MAX) + " others");
        }
        // Alerts that have ended make nothing urgent.
        var urgent =
                news.stream()
                        .filter(one -> !one.event().isEnd())
                        .map(one -> one.alert().severity())
                        .max(Comparator.naturalOrder());
        var body =
                new MailBody()
                        .paragraph(news.size() + " alerts changed at the same time.")
                        .list(lines)
                        .link("Open the alerts", links.alerts());
        return new Message(
                "changed",
                "[" + urgent.map(Severity::code).orElse("resolved") + "] " + changed(news),
                body.text(),
                body.html(),
                null,
                urgent.map(Severity::code).orElse("info"),
                links.alerts(),
                null);
    }

    private static String changed(List<News> news) {
        long ended = news.stream().filter(one -> one.event().isEnd()).count();
        return news.size() + " alerts changed" + (ended > 0 ? ", " + ended + " of them ended" : "");
    }

    private void tellOwner(Handle tx, News news, Instant now) {
        var subject = news.alert().subject();
        var endpoint = subject == null ? null : routes.current().endpoint(subject.endpointId());
        var address = endpoint == null ? null : endpoint.ownerEmail();
        if (subject == null || endpoint == null || address == null) {
            return;
        }
        var owner =
                owners.find(tx, subject.appId(), address)
                        .filter(known -> known.state().getsMail())
                        .orElse(null);
        if (owner == null) {
            return;
        }
        news.forOwner(endpoint.state())
                .map(told ->
                        new OwnerNotice(owner.appId(), owner.address(), news.alert().id(), told))
                .ifPresent(notice -> notices.insert(tx, notice, now));
    }
}
