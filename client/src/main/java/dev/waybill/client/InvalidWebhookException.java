package dev.waybill.client;

/// A request that must not be believed, with what failed, in words that may be logged: they contain
/// no secret and no signature that would have been valid. Answer 401.
public final class InvalidWebhookException extends Exception {

    private static final long serialVersionUID = 1;

    /// What failed.
    public enum Reason {
        /// The request is not signed, or not completely.
        HEADER_MISSING,
        /// The timestamp is not a number of seconds.
        TIMESTAMP_UNREADABLE,
        /// The request was sent too long ago: it is a recording, or a clock is wrong.
        TOO_OLD,
        /// The request was sent in the future: a clock is wrong.
        TOO_NEW,
        /// No signature in the request was made with one of the secrets, over these bytes.
        SIGNATURE_MISMATCH,
        /// The signature is valid, but the body is not an event.
        NOT_AN_EVENT
    }

    private final Reason reason;

    InvalidWebhookException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
