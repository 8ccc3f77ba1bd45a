package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.endpoint.EndpointState;
import java.util.Optional;

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

    /// What the owner is told; empty for nothing.
    ///
    /// @param endpoint the state of the endpoint. The alert of one that is taken out of service
    ///   ends too, but that is no recovery
    Optional<OwnerNews> forOwner(EndpointState endpoint) {
        if (lost) {
            return Optional.of(OwnerNews.LOST);
        }
        if (event == Event.RESOLVED) {
            if (endpoint == EndpointState.ACTIVE) {
                return Optional.of(OwnerNews.RESOLVED);
            }
            // That it is disabled was told when the alert fired.
            return alert.rule() == AlertRule.ENDPOINT_DISABLED
                    ? Optional.empty()
                    : Optional.of(OwnerNews.OUT_OF_SERVICE);
        }
        var level = alert.state().level();
        return Optional.of(level == null ? OwnerNews.FIRED : OwnerNews.of(level));
    }
}
