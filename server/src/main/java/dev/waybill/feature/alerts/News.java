package dev.waybill.feature.alerts;

/// A change of an alert that people are told.
///
/// @param lost whether it is the summary of deliveries that were lost
record News(Alert alert, Event event, boolean lost) {

    enum Event {
        FIRED,
        /// It has reached a higher level.
        ESCALATED,
        /// It still fires at the end of an operator's snooze.
        REMINDED,
        RESOLVED,
        /// It ends although its problem may go on: the rule was switched off, or it was shown for
        /// long enough.
        CLOSED;

        /// The name in messages and events.
        String code() {
            return switch (this) {
                case FIRED, REMINDED -> "fired";
                case ESCALATED -> "escalated";
                case RESOLVED, CLOSED -> "resolved";
            };
        }

        boolean isEnd() {
            return this == RESOLVED || this == CLOSED;
        }

        /// Owners are not told what concerns operators only.
        boolean isForOwner() {
            return this != REMINDED && this != CLOSED;
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
