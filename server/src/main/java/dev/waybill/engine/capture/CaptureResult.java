package dev.waybill.engine.capture;

import dev.waybill.domain.event.Event;
import dev.waybill.engine.catalog.SchemaViolation;
import java.util.List;
import java.util.UUID;

/// What became of one publication.
public sealed interface CaptureResult {

    /// Committed, with this many deliveries. `stale` says that its expiry had passed: they were
    /// ended at once, without an attempt.
    record Captured(Event event, int deliveries, boolean stale) implements CaptureResult {}

    /// The same was captured before; nothing was stored now.
    record Repeated(UUID eventId) implements CaptureResult {}

    /// Its id or Idempotency-Key belongs to a publication with other content.
    record Clash(PublishKey.Kind kind) implements CaptureResult {}

    /// The database did not confirm: the event may or may not be stored. Publishing it again with
    /// the same id or key is safe.
    record Unconfirmed() implements CaptureResult {}

    /// Its data breaks the schema of its type, which was changed while it came in. Nothing was
    /// stored.
    record Invalid(List<SchemaViolation> violations) implements CaptureResult {}

    /// Refused by the database for what is in it. Nothing was stored.
    record Unstorable() implements CaptureResult {}
}
