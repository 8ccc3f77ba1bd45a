package dev.waybill.engine.capture;

import dev.waybill.domain.event.Event;
import dev.waybill.engine.catalog.SchemaViolation;
import java.util.List;
import java.util.UUID;

/// The result of one publication.
public sealed interface CaptureResult {

    /// Committed, with this many deliveries. `stale` means that the event had expired: its
    /// deliveries were ended at once, without an attempt.
    record Captured(Event event, int deliveries, boolean stale) implements CaptureResult {}

    /// The same event was captured before; nothing was stored.
    record Repeated(UUID eventId) implements CaptureResult {}

    /// The id or Idempotency-Key belongs to a publication with other content.
    record Clash(PublishKey.Kind kind) implements CaptureResult {}

    /// The database did not confirm the commit: the event may or may not be stored. Publishing it
    /// again with the same id or key is safe.
    record Unconfirmed() implements CaptureResult {}

    /// The data violates the schema of its type, which was changed while the request was processed.
    /// Nothing was stored.
    record Invalid(List<SchemaViolation> violations) implements CaptureResult {}

    /// The database refused the content. Nothing was stored.
    record Unstorable() implements CaptureResult {}
}
