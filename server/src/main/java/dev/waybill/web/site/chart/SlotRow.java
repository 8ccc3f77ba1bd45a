package dev.waybill.web.site.chart;

import dev.waybill.feature.stats.StatSeries.Slot;
import dev.waybill.web.site.Format;
import java.time.Instant;
import java.util.List;

/// The values of a chart for one time span, as a row of a table.
public record SlotRow(
        Instant since,
        String captured,
        String delivered,
        String expired,
        String failed,
        String p50,
        String p95) {

    public static List<SlotRow> of(List<Slot> slots) {
        return slots.stream().map(SlotRow::of).toList();
    }

    private static SlotRow of(Slot slot) {
        return new SlotRow(
                slot.since(),
                Format.number(slot.captured()),
                Format.number(slot.delivered()),
                Format.number(slot.stale()),
                Format.number(slot.dead()),
                latency(slot, 0.5),
                latency(slot, 0.95));
    }

    private static String latency(Slot slot, double part) {
        return slot.latency().total() == 0 ? "–" : Format.millis(slot.latency().quantile(part));
    }
}
