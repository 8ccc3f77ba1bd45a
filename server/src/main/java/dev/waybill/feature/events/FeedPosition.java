package dev.waybill.feature.events;

import java.time.Instant;
import java.util.UUID;

/// The position of a reader in the feed: after this event. Events captured before `from` are left
/// out, wherever in the feed they are.
///
/// @param place the event's place, which it shares with others of its transaction
public record FeedPosition(long place, UUID id, Instant from) {

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    /// Before all events.
    public static final FeedPosition START = new FeedPosition(0, BEFORE_ALL, Instant.EPOCH);

    /// Before the first event of this place that was captured at that time or later.
    static FeedPosition before(long place, Instant from) {
        return new FeedPosition(place, BEFORE_ALL, from);
    }

    FeedPosition behind(long nextPlace, UUID nextId) {
        return new FeedPosition(nextPlace, nextId, from);
    }
}
