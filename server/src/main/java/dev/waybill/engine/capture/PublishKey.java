package dev.waybill.engine.capture;

/// What makes publishing again safe: the producer's own event id, or the Idempotency-Key of the
/// request and the event's place in it. The fingerprint tells a repetition from a clash.
public record PublishKey(Kind kind, String key, int ordinal, byte[] fingerprint) {

    public enum Kind {
        EVENT_ID("event_id"),
        IDEMPOTENCY_KEY("idempotency_key");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        String code() {
            return word;
        }

        static Kind of(String word) {
            return word.equals(EVENT_ID.word) ? EVENT_ID : IDEMPOTENCY_KEY;
        }
    }
}
