package dev.waybill.feature.alerts;

import java.util.Locale;

/// A change of an alert that people are told.
///
/// @param lost whether it is the summary of deliveries that were lost
record News(Alert alert, Event event, boolean lost) {

    enum Event {
        FIRED,
        /// It has reached a higher level.
        ESCALATED,
        RESOLVED;

        /// The name in messages and events.
        String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    OwnerNews forOwner() {
        if (lost) {
            return OwnerNews.LOST;
        }
        if (event == Event.RESOLVED) {
            return OwnerNews.RESOLVED;
        }
        var level = alert.state().level();
        return level == null ? OwnerNews.FIRED : OwnerNews.of(level);
    }
}
