package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.endpoint.EndpointState;
import java.util.Locale;
import java.util.Optional;

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
