package dev.waybill.query;

import dev.waybill.domain.Apps;
import dev.waybill.domain.DeliveryState;
import dev.waybill.domain.Mode;
import java.util.Locale;
import java.util.UUID;

/// The index through which a list of deliveries is read: the one that holds the fewest rows beside
/// those that are shown. What else is asked is checked row by row.
enum DeliveryWay {
    /// Every delivery there is.
    ALL,
    /// Those of one endpoint.
    ENDPOINT,
    /// Those of an app that wait or ended otherwise than delivered.
    UNDELIVERED,
    /// Those under a lease, or lately.
    LEASED,
    /// Those of the test mode, or of an app other than the default one: few among many.
    APART;

    static DeliveryWay of(UUID appId, Mode mode, DeliveryFilter filter) {
        if (filter.state() == DeliveryState.IN_FLIGHT) {
            return LEASED;
        }
        boolean undelivered = filter.state() != null && filter.state() != DeliveryState.DELIVERED;
        if (undelivered || filter.reason() != null) {
            return UNDELIVERED;
        }
        if (filter.endpointId() != null) {
            return ENDPOINT;
        }
        return mode == Mode.TEST || !appId.equals(Apps.DEFAULT) ? APART : ALL;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
