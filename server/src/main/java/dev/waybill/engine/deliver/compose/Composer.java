package dev.waybill.engine.deliver.compose;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.event.EventFormat;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.OutgoingRequest.Header;
import dev.waybill.engine.deliver.egress.Target;
import dev.waybill.engine.deliver.sign.Signatory;
import dev.waybill.engine.deliver.sign.SignatureHeaders;
import dev.waybill.engine.deliver.sign.SigningKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Builds the request of one attempt: headers, signature, body.
public final class Composer {

    private final String userAgent;

    public Composer(String version) {
        this.userAgent = "Waybill/" + version;
    }

    /// The envelope in the format of an endpoint.
    ///
    /// @param envelope in our own format
    /// @param appId the app of its event
    public Envelope formatted(Envelope envelope, EventFormat format, UUID appId) {
        return switch (format) {
            case WAYBILL -> envelope;
            case CLOUDEVENTS -> envelope.in(format, CloudEventBody.of(envelope.body(), appId));
        };
    }

    public OutgoingRequest compose(
            UUID appId,
            Target target,
            Signatory signatory,
            Envelope envelope,
            UUID deliveryId,
            int attempt,
            Instant now) {
        long timestamp = now.getEpochSecond();
        var message = new SigningKey.Message(envelope.eventId(), timestamp, envelope.body());
        var signature = signatory.sign(message, now);
        var headers = headers(envelope, deliveryId, attempt, timestamp, signature);
        headers.addAll(signatory.ownHeaders());
        return new OutgoingRequest(appId, target, now, signature, headers, envelope.body());
    }

    /// Every header of an attempt, in the order in which it is sent; the custom headers of the
    /// endpoint follow.
    public List<Header> headers(
            Envelope envelope, UUID deliveryId, int attempt, long timestamp, String signature) {
        var second = Long.toString(timestamp);
        var headers = new ArrayList<Header>(12);
        headers.add(new Header("content-type", envelope.format().contentType()));
        headers.add(new Header("user-agent", userAgent));
        headers.add(new Header("webhook-id", envelope.eventId()));
        headers.add(new Header("webhook-timestamp", second));
        SignatureHeaders.add(headers, deliveryId, second, signature);
        headers.add(new Header("waybill-delivery", IdKind.DELIVERY.format(deliveryId)));
        headers.add(new Header("waybill-attempt", Integer.toString(attempt)));
        if (envelope.expiresAt() != null) {
            headers.add(new Header("waybill-expires-at", envelope.expiresAt()));
        }
        if (envelope.traceparent() != null) {
            headers.add(new Header("traceparent", envelope.traceparent()));
        }
        return headers;
    }
}
