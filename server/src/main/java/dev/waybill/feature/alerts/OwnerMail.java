package dev.waybill.feature.alerts;

import dev.waybill.domain.access.Scope;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.notifications.Links;
import dev.waybill.feature.notifications.MailBody;
import dev.waybill.feature.notifications.Message;
import dev.waybill.feature.notifications.OwnerAddress;
import java.util.List;

/// Writes the mail to an owner: which endpoint, since when, what it answered last, how long retries
/// go on, the last events, and the page that helps.
final class OwnerMail {

    private static final int EVENTS_SHOWN = 5;

    private final RoutingTable routes;
    private final DeliveryList deliveries;
    private final Links links;

    OwnerMail(RoutingTable routes, DeliveryList deliveries, Links links) {
        this.routes = routes;
        this.deliveries = deliveries;
        this.links = links;
    }

    /// An alert about one of the owner's endpoints, and its news.
    record Entry(Alert alert, OwnerNews news) {}

    Message digest(List<Entry> entries, OwnerAddress owner) {
        var body = new MailBody();
        entries.stream().limit(OwnerDigest.DESCRIBED_MAX).forEach(entry -> describe(body, entry));
        if (entries.size() > OwnerDigest.DESCRIBED_MAX) {
            body.paragraph(
                    "and "
                            + (entries.size() - OwnerDigest.DESCRIBED_MAX)
                            + " other endpoints of yours.");
        }
        var unsubscribe = links.unsubscribe(owner.token());
        body.paragraph("You get this mail because your address is set as the owner's.")
                .link("Unsubscribe", unsubscribe);
        return new Message(
                "digest",
                subject(entries),
                body.text(),
                body.html(),
                null,
                "info",
                links.alerts(),
                unsubscribe);
    }

    private String subject(List<Entry> entries) {
        if (entries.size() > 1) {
            return entries.size() + " of your webhook endpoints need attention";
        }
        var entry = entries.getFirst();
        var url = url(entry.alert());
        return switch (entry.news()) {
            case FIRED -> "Your webhook endpoint needs attention: " + url;
            case FIRST, SECOND -> "Your webhook endpoint is failing: " + url;
            case EXPIRING -> "Deliveries to your webhook endpoint are about to give up: " + url;
            case LOST -> "Deliveries to your webhook endpoint were lost: " + url;
            case RESOLVED -> "Your webhook endpoint works again: " + url;
        };
    }

    private String url(Alert alert) {
        var id = alert.endpointId();
        var endpoint = id == null ? null : routes.current().endpoint(id);
        return endpoint == null ? "a deleted endpoint" : endpoint.url();
    }

    private void describe(MailBody body, Entry entry) {
        var alert = entry.alert();
        body.heading(url(alert)).paragraph(alert.summary());
        var subject = alert.subject();
        if (subject == null || entry.news() == OwnerNews.RESOLVED) {
            return;
        }
        var latest = latest(subject);
        if (!latest.isEmpty()) {
            body.paragraph("Last answers and events:");
            body.list(latest.stream().map(OwnerMail::line).toList());
        }
        body.link("See every attempt", links.portalEndpoint(subject.endpointId()));
    }

    private List<DeliveryView> latest(Alert.Subject subject) {
        var scope = new Scope(subject.appId(), subject.mode());
        return deliveries
                .page(
                        scope,
                        DeliveryFilter.ofEndpoint(subject.endpointId()),
                        DeliveryList.AFTER_ALL,
                        EVENTS_SHOWN)
                .rows();
    }

    private static String line(DeliveryView all) {
        var delivery = Audience.CUSTOMERS.seen(all);
        var attempt = delivery.lastAttempt();
        var answer =
                attempt == null
                        ? "not attempted yet"
                        : attempt.status() == null ? "no answer" : "answered " + attempt.status();
        return delivery.event().type()
                + " "
                + delivery.event().publicId()
                + ": "
                + answer
                + ", "
                + delivery.progress().state().code();
    }
}
