package dev.waybill.engine.capture;

import dev.waybill.domain.event.Event;
import dev.waybill.domain.event.ExpiryRule;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.catalog.Catalog;
import dev.waybill.engine.catalog.Expiry;
import dev.waybill.engine.catalog.SchemaCheck;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A batch as the rules of one catalogue see it. Data that was looked into when it came in is not
/// looked into again, unless its type's rules have changed since.
final class ValidatedBatch {

    private final Catalog catalog;
    private final List<Item> sound = new ArrayList<>();
    private final List<Item> unsound = new ArrayList<>();

    /// Of those whose type has rules: most have none.
    private final IdentityHashMap<Item, SchemaCheck> assessments = new IdentityHashMap<>();

    ValidatedBatch(List<Item> items, Catalog catalog) {
        this.catalog = catalog;
        for (var item : items) {
            var assessment = assess(item.publication());
            (assessment.isSound() ? sound : unsound).add(item);
            if (assessment.rules() != null) {
                assessments.put(item, assessment);
            }
        }
    }

    private SchemaCheck assess(Publication publication) {
        return catalog.assess(publication.type(), publication.data(), publication.assessment());
    }

    Catalog catalog() {
        return catalog;
    }

    /// Those to capture, in order.
    List<Item> sound() {
        return sound;
    }

    boolean allSound() {
        return unsound.isEmpty();
    }

    void answerUnsound() {
        for (var item : unsound) {
            item.answer(new CaptureResult.Invalid(assessmentOf(item).violations()));
        }
    }

    /// The event as it is stored: its own expiry counts before that of its type.
    Event event(Item item, @Nullable Long sequence) {
        var publication = item.publication();
        // By default the time its id carries: whoever reads the feed from an event's time on finds
        // the event by its id.
        var createdAt =
                publication.createdAt() == null
                        ? Ids.timeOf(item.eventId())
                        : publication.createdAt();
        var expiry = expiryOf(item, createdAt);
        return new Event(
                item.eventId(),
                publication.appId(),
                publication.mode(),
                publication.ownId(),
                publication.type(),
                publication.data(),
                createdAt,
                expiry == null ? null : expiry.at(),
                expiry == null ? null : expiry.by(),
                publication.orderingKey(),
                sequence,
                publication.traceparent());
    }

    private @Nullable Expiry expiryOf(Item item, Instant createdAt) {
        var own = item.publication().expiresAt();
        return own == null
                ? assessmentOf(item).expiryOf(createdAt)
                : new Expiry(own, ExpiryRule.EVENT);
    }

    private SchemaCheck assessmentOf(Item item) {
        return assessments.getOrDefault(item, SchemaCheck.NO_RULES);
    }
}
