package dev.waybill.domain.event;

import java.util.Locale;

/// One word for what became of an event at all its endpoints.
public enum EventStatus {
    NO_DELIVERIES,
    PENDING,
    DELIVERY_FAILED,
    EXPIRED,
    DELIVERED;

    /// Decides from the newest delivery of each endpoint, cancelled ones left out.
    ///
    /// @param any whether there is one at all
    /// @param open whether one is pending or in flight
    /// @param failed whether one failed, or its retry window closed
    /// @param stale whether one went stale before it was delivered
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

    /// How the status is written in the API.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
