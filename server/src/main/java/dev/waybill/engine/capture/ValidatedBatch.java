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

/// A batch checked by the rules of one catalog. Data that was checked on arrival is not checked
/// again, unless the rules of its type have changed since.
final class ValidatedBatch {

    private final Catalog catalog;
    private final List<Item> valid = new ArrayList<>();
    private final List<Item> invalid = new ArrayList<>();

    /// The checks of items whose type has rules; most have none.
    private final IdentityHashMap<Item, SchemaCheck> assessments = new IdentityHashMap<>();

    ValidatedBatch(List<Item> items, Catalog catalog) {
        this.catalog = catalog;
        for (var item : items) {
            var assessment = assess(item.publication());
            (assessment.isValid() ? valid : invalid).add(item);
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

    /// The items to capture, in order.
    List<Item> valid() {
        return valid;
    }

    boolean allValid() {
        return invalid.isEmpty();
    }

    void answerInvalid() {
        for (var item : invalid) {
            item.answer(new CaptureResult.Invalid(assessmentOf(item).violations()));
        }
    }

    /// The event as it is stored: its own expiry takes precedence over that of its type.
    Event event(Item item, @Nullable Long sequence) {
        var publication = item.publication();
        // By default the time in its id: a reader that follows the feed from a time on finds events
        // by their ids.
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
