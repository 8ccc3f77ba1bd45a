package dev.waybill.feature.replays;

import java.util.Map;
import java.util.UUID;

/// What a replay comes to, exactly.
///
/// @param endpoints how many go to each, the most first
/// @param excluded how many that were asked for are left out, by why
public record Plan(Map<UUID, Long> endpoints, Map<ExclusionReason, Long> excluded) {

    public long total() {
        return endpoints.values().stream().mapToLong(Long::longValue).sum();
    }
}
