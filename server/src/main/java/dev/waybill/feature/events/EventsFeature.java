package dev.waybill.feature.events;

import dev.waybill.feature.FeatureContext;

/// The parts of events.
public record EventsFeature(EventQuery query, EventFeed feed, EventList list) {

    public static EventsFeature of(FeatureContext context) {
        var database = context.database();
        var feed = new EventFeed(database);
        return new EventsFeature(new EventQuery(database), feed, new EventList(database, feed));
    }
}
