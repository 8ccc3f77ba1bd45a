package dev.waybill.web.api.stats;

import dev.waybill.domain.Histogram;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.engine.stats.Counts;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.web.json.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Sums as the API shows them.
final class StatsJson {

    private static final List<DeliveryState> ENDS =
            List.of(
                    DeliveryState.DELIVERED,
                    DeliveryState.FAILED,
                    DeliveryState.EXPIRED,
                    DeliveryState.CANCELLED);

    private StatsJson() {}

    static ObjectNode of(Counts counts, Audience audience) {
        var json = Json.object();
        json.put("created", counts.captured());
        var states = json.putObject("states");
        ENDS.forEach(state -> states.put(state.code(), counts.in(state)));
        var reasons = json.putObject("reasons");
        for (var reason : Reason.values()) {
            var seen = audience.seen(reason);
            if (seen != reason) {
                reasons.put(reason.code(), 0);
            }
            reasons.put(seen.code(), reasons.path(seen.code()).asLong(0) + counts.ended(reason));
        }
        long judged = counts.delivered() + counts.dead();
        json.put(
                "success_rate",
                judged == 0 ? null : (Double) ((double) counts.delivered() / judged));
        json.set("latency_ms", quantiles(counts.latency()));
        var attempts = json.putObject("attempts");
        attempts.put("succeeded", counts.succeededAttempts());
        attempts.put("failed", counts.failedAttempts());
        attempts.set("duration_ms", quantiles(counts.response()));
        var tries = attempts.putArray("needed");
        for (long number : counts.tries()) {
            tries.add(number);
        }
        return json;
    }

    /// Null without a measurement, because zero would look like a fast one.
    private static ObjectNode quantiles(Histogram histogram) {
        boolean none = histogram.total() == 0;
        var json = Json.object();
        json.put("p50", none ? null : (Double) rounded(histogram.quantile(0.5)));
        json.put("p95", none ? null : (Double) rounded(histogram.quantile(0.95)));
        json.put("p99", none ? null : (Double) rounded(histogram.quantile(0.99)));
        return json;
    }

    private static double rounded(double millis) {
        return Math.round(millis * 10) / 10.0;
    }
}
