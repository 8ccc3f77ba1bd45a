package dev.waybill.feature.alerts;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.alert.Severity;
import dev.waybill.engine.routing.RoutingTable;
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
        if (loud.size() <= SINGLE_MAX) {
            for (var one : loud) {
                outbox.toChannels(tx, one.alert().severity(), message(one), one.alert().id(), now);
            }
        } else {
            tellTogether(tx, loud, now);
        }
        if (mailIsSet) {
            news.forEach(one -> tellOwner(tx, one, now));
        }
    }

    /// The end of an alert is told even if somebody has acknowledged it. Nobody is called because
    /// of an endpoint of the test mode.
    private static boolean tellsChannels(News news, Instant now) {
        var subject = news.alert().subject();
        if (subject != null && subject.mode() == Mode.TEST) {
            return false;
        }
        return news.event() == News.Event.RESOLVED || news.alert().state().notifiesChannels(now);
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
                    case FIRED -> "[" + news.alert().severity().code() + "] ";
                    case ESCALATED -> "[" + news.alert().severity().code() + ", rising] ";
                    case RESOLVED -> "[resolved] ";
                };
        return begin + news.alert().rule().code() + ": " + firstSentence(news.alert().summary());
    }

    private static String firstSentence(String summary) {
        int end = summary.indexOf(". ");
        return end < 0 ? summary : summary.substring(0, end + 1);
    }

    private void tellTogether(Handle tx, List<News> news, Instant now) {
        var lines = new ArrayList<String>();
        news.stream().limit(NAMED_MAX).map(AlertNotifier::subject).forEach(lines::add);
        if (news.size() > NAMED_MAX) {
            lines.add("and " + (news.size() - NAMED_MAX) + " others");
        }
        var severity =
                news.stream()
                        .map(one -> one.alert().severity())
                        .max(Comparator.naturalOrder())
                        .orElse(Severity.WARNING);
        var subject = "[" + severity.code() + "] " + news.size() + " alerts changed";
        var body =
                new MailBody()
                        .paragraph(news.size() + " alerts changed at the same time.")
                        .list(lines)
                        .link("Open the alerts", links.alerts());
        var message =
                new Message(
                        "changed",
                        subject,
                        body.text(),
                        body.html(),
                        null,
                        severity.code(),
                        links.alerts(),
                        null);
        outbox.toChannels(tx, severity, message, null, now);
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
