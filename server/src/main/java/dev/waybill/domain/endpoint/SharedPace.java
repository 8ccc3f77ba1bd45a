package dev.waybill.domain.endpoint;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The pace of an endpoint that all processes share.
///
/// @param failures in a row
/// @param probeAt when this process may probe the endpoint; null if it is not parked
/// @param mine whether this process makes the next probe
/// @param holdOffUntil the hold-off that the endpoint asked for
public record SharedPace(
        int failures, @Nullable Instant probeAt, boolean mine, @Nullable Instant holdOffUntil) {

    /// For an endpoint without failures and hold-offs.
    public static final SharedPace WELL = new SharedPace(0, null, false, null);
}
