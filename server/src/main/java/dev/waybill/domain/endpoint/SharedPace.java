package dev.waybill.domain.endpoint;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What all processes together know about an endpoint's pace.
///
/// @param failures in a row
/// @param probeAt when this process may see whether the endpoint is back; null if it is not parked
/// @param mine the next probe is this process's before any other's
/// @param holdOffUntil what the endpoint asked for
public record SharedPace(
        int failures, @Nullable Instant probeAt, boolean mine, @Nullable Instant holdOffUntil) {

    /// Of an endpoint that nobody has anything to say about.
    public static final SharedPace WELL = new SharedPace(0, null, false, null);
}
