package dev.waybill.web.site.endpoint;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.stats.Counts;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Depth;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.web.site.TimeRange;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/// The health of several endpoints, for pages that show only the label.
public final class Healths {

    private final Endpoints endpoints;
    private final StatQuery stats;

    public Healths(Endpoints endpoints, StatQuery stats) {
        this.endpoints = endpoints;
        this.stats = stats;
    }

    /// The health by endpoint.
    public Map<UUID, Health> of(List<Endpoint> some, Scope scope, Instant now) {
        var ids = some.stream().map(Endpoint::id).toList();
        var day = new Range(scope, null, null, TimeRange.DAY.since(now), now);
        var counts = stats.of(ids, day, Depth.NUMBERS);
        var failures = endpoints.failures(ids);
        return some.stream()
                .collect(
                        Collectors.toMap(
                                Endpoint::id,
                                one ->
                                        Health.of(
                                                one.state(),
                                                counts.getOrDefault(
                                                        one.id().toString(), new Counts()),
                                                failures.getOrDefault(one.id(), 0))));
    }
}
