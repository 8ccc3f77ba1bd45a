package dev.waybill.feature.redelivery;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/// The deliveries that a request would cancel now.
///
/// @param byEndpoint how many wait for each, most first
/// @param mayHaveMore whether the limit of one request was reached, and counting stopped
public record CancelPlan(Map<UUID, Long> byEndpoint, boolean mayHaveMore) {

    public CancelPlan {
        byEndpoint = Collections.unmodifiableMap(new LinkedHashMap<>(byEndpoint));
    }

    public long total() {
        return byEndpoint.values().stream().mapToLong(Long::longValue).sum();
    }
}
