package dev.waybill.feature.events;

import java.util.List;

/// A page of the feed and the position of the next one, which always exists: the feed has no end.
public record FeedPage(List<EventSummary> events, FeedPosition next) {

    public FeedPage {
        events = List.copyOf(events);
    }
}
