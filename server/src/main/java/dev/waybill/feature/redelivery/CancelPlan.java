package dev.waybill.feature.redelivery;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/// What a request to cancel would cancel now.
///
/// @param byEndpoint how many wait for each, most first
/// @param mayHaveMore there is more than one request cancels, and only so much was counted
public record CancelPlan(Map<UUID, Long> byEndpoint, boolean mayHaveMore) {

    public CancelPlan {
        byEndpoint = Collections.unmodifiableMap(new LinkedHashMap<>(byEndpoint));
    }

    public long total() {
        return byEndpoint.values().stream().mapToLong(Long::longValue).sum();
    }
}
