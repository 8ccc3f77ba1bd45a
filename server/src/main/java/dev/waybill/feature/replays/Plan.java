package dev.waybill.feature.replays;

import java.util.Map;
import java.util.UUID;

/// The exact numbers of a replay.
///
/// @param endpoints the number of deliveries for each endpoint, largest first
/// @param excluded the number of selected deliveries that are left out, by reason
public record Plan(Map<UUID, Long> endpoints, Map<ExclusionReason, Long> excluded) {

    public long total() {
        return endpoints.values().stream().mapToLong(Long::longValue).sum();
    }
}
