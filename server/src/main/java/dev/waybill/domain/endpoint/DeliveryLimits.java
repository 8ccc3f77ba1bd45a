package dev.waybill.domain.endpoint;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The load an endpoint accepts.
///
/// @param timeLimit how long one attempt may take
/// @param inFlightMax how many attempts may run at a time
/// @param rateLimit requests a second; null for no limit
public record DeliveryLimits(Duration timeLimit, int inFlightMax, @Nullable Double rateLimit) {

    /// Enough to send an endpoint that answers in 20 ms more than a thousand requests a second.
    public static final int IN_FLIGHT_DEFAULT = 32;
}
