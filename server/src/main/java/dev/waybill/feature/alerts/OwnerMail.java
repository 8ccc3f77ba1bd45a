package dev.waybill.feature.alerts;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.endpoint.UrlLabel;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.notifications.Links;
import dev.waybill.feature.notifications.MailBody;
import dev.waybill.feature.notifications.MailText;
import dev.waybill.feature.notifications.Message;
import dev.waybill.feature.notifications.Outbox;
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
        var topics = OwnerTopic.of(entries);
        var body = new MailBody();
        describe(body, topics, Reader.OWNER);
        var unsubscribe = links.unsubscribe(owner.token());
        body.paragraph("You get this mail because your address is set as the owner's.")
                .link("Unsubscribe", unsubscribe);
        return new Message(
                Outbox.DIGEST,
                subject(topics),
                body.text(),
                body.html(),
                null,
                "info",
                links.alerts(),
                unsubscribe);
    }

    /// The same for support: without the owner's links, and without whole URLs, which may carry
    /// secrets of the customer.
    MailText copy(List<Entry> entries, OwnerAddress owner) {
        var topics = OwnerTopic.of(entries);
        var body = new MailBody().paragraph("This is a copy of a mail to " + owner.address() + ".");
        describe(body, topics, Reader.SUPPORT);
        return new MailText(subject(topics), body, links.alerts());
    }

    private enum Reader {
        OWNER,
        SUPPORT
    }

    private String subject(List<OwnerTopic> topics) {
        return OwnerTopic.subject(topics, label(topics.getFirst()));
    }

    private void describe(MailBody body, List<OwnerTopic> topics, Reader reader) {
        topics.stream()
                .limit(OwnerDigest.DESCRIBED_MAX)
                .forEach(topic -> describe(body, topic, reader));
        if (topics.size() > OwnerDigest.DESCRIBED_MAX) {
            body.paragraph(
                    "and " + (topics.size() - OwnerDigest.DESCRIBED_MAX) + " other endpoints.");
        }
    }

    private void describe(MailBody body, OwnerTopic topic, Reader reader) {
        var alert = topic.top().alert();
        body.heading(reader == Reader.OWNER ? url(alert) : label(topic));
        topic.entries().stream().map(OwnerTopic::sentence).distinct().forEach(body::paragraph);
        var subject = alert.subject();
        if (subject == null || !topic.needsAttention()) {
            return;
        }
        var latest = latest(subject);
        if (!latest.isEmpty()) {
            body.paragraph("Last answers and events:");
            body.list(latest.stream().map(OwnerMail::line).toList());
        }
        if (reader == Reader.OWNER) {
            body.link("See every attempt", links.portalEndpoint(subject.endpointId()));
        } else {
            body.link("Open the alert", links.alert(alert.id()));
        }
    }

    private String url(Alert alert) {
        var id = alert.endpointId();
        var endpoint = id == null ? null : routes.current().endpoint(id);
        return endpoint == null ? "a deleted endpoint" : endpoint.url();
    }

    private String label(OwnerTopic topic) {
        var id = topic.top().alert().endpointId();
        var endpoint = id == null ? null : routes.current().endpoint(id);
        return endpoint == null ? "a deleted endpoint" : UrlLabel.of(endpoint.url());
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
