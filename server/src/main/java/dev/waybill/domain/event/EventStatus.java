package dev.waybill.domain.event;

import java.util.Locale;

/// The status of an event over all its endpoints.
public enum EventStatus {
    NO_DELIVERIES,
    PENDING,
    DELIVERY_FAILED,
    EXPIRED,
    DELIVERED;

    /// Decides from the newest delivery of each endpoint, without cancelled ones.
    ///
    /// @param any whether the event has a delivery
    /// @param open whether one is pending or in flight
    /// @param failed whether one failed, or its retry window closed
    /// @param stale whether one expired before it was delivered
    public static EventStatus of(boolean any, boolean open, boolean failed, boolean stale) {
        if (!any) {
            return NO_DELIVERIES;
        }
        if (open) {
            return PENDING;
        }
        if (failed) {
            return DELIVERY_FAILED;
        }
        return stale ? EXPIRED : DELIVERED;
    }

    /// The name in the API.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
