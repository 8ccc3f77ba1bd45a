package dev.waybill.client;

import static dev.waybill.client.InvalidWebhookException.Reason.NOT_AN_EVENT;

import java.time.Instant;

/// A request whose signature is valid.
///
/// Use the id in [#event], not that of a header: with the scheme `hex` no header but the timestamp
/// is signed.
public final class Webhook {

    private final Instant sentAt;
    private final byte[] body;

    Webhook(Instant sentAt, byte[] body) {
        this.sentAt = sentAt;
        this.body = body;
    }

    /// When this attempt was sent.
    public Instant sentAt() {
        return sentAt;
    }

    /// The signed bytes, a copy.
    public byte[] body() {
        return body.clone();
    }

    /// The event in the body.
    public ReceivedEvent event() throws InvalidWebhookException {
        try {
            return ReceivedEvent.read(body);
        } catch (MalformedJson e) {
            throw new InvalidWebhookException(
                    NOT_AN_EVENT, "the body is not an event: " + e.getMessage());
        }
    }
}
