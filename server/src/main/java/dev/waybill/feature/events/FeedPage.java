package dev.waybill.feature.events;

import java.util.List;

/// Some events of the feed, and where it goes on. There is always a next page: a feed has no end.
public record FeedPage(List<EventSummary> events, FeedPosition next) {

    public FeedPage {
        events = List.copyOf(events);
    }
}
