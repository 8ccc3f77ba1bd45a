package dev.waybill.web.site.chart;

import dev.waybill.feature.stats.StatSeries.Slot;
import java.util.List;
import java.util.function.ToLongFunction;

/// The charts that several pages draw, made of sums.
public final class Charts {

    private Charts() {}

    /// Deliveries by result.
    public static Bars throughput(List<Slot> slots) {
        return Bars.of(
                List.of(
                        bars("delivered", slots, Slot::delivered),
                        bars("expired", slots, Slot::stale),
                        bars("failed", slots, Slot::dead)));
    }

    private static Bars.Series bars(String tone, List<Slot> slots, ToLongFunction<Slot> value) {
        return new Bars.Series(tone, slots.stream().mapToLong(value).boxed().toList());
    }

    /// Latency from the creation of the event to acceptance.
    public static Curve latency(List<Slot> slots) {
        return Curve.of(List.of(quantile("p95", slots, 0.95), quantile("p50", slots, 0.5)));
    }

    private static Curve.Series quantile(String tone, List<Slot> slots, double part) {
        return new Curve.Series(
                tone,
                slots.stream()
                        .map(slot ->
                                slot.latency().total() == 0
                                        ? Double.NaN
                                        : slot.latency().quantile(part))
                        .toList());
    }

    /// The share of delivered among ended deliveries, in percent.
    public static Curve success(List<Slot> slots) {
        var parts =
                slots.stream()
                        .map(slot ->
                                slot.delivered() + slot.dead() == 0
                                        ? Double.NaN
                                        : 100.0
                                                * slot.delivered()
                                                / (slot.delivered() + slot.dead()))
                        .toList();
        return Curve.upTo(100, List.of(new Curve.Series("success", parts)));
    }
}
