package dev.waybill.domain.alert;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A time in which an alert `service.server_errors` fired. It stands for all endpoints that began
/// to fail in it, so these get no alerts of their own while it lasts.
///
/// @param since when the endpoints began to fail
/// @param until when the alert resolved; null while it fires
public record Outage(Instant since, @Nullable Instant until) {

    boolean covers(Streak streak, Instant time) {
        return !streak.since().isBefore(since)
                && !time.isBefore(since)
                && (until == null || time.isBefore(until));
    }
}
