package dev.waybill.engine.capture;

/// The key that makes publishing again safe: the producer's own event id, or the Idempotency-Key of
/// the request with the position of the event in it. The fingerprint distinguishes a repetition
/// from a conflict.
public record PublishKey(Kind kind, String key, int ordinal, byte[] fingerprint) {

    public enum Kind {
        EVENT_ID("event_id"),
        IDEMPOTENCY_KEY("idempotency_key");

        private final String code;

        Kind(String code) {
            this.code = code;
        }

        String code() {
            return code;
        }

        static Kind of(String code) {
            return code.equals(EVENT_ID.code) ? EVENT_ID : IDEMPOTENCY_KEY;
        }
    }
}
