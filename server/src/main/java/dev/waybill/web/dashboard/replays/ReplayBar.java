package dev.waybill.web.dashboard.replays;

import dev.waybill.feature.replays.Replay;
import dev.waybill.web.site.Format;
import java.util.ArrayList;
import java.util.List;

/// The progress of a replay, as a bar with a width of 100.
///
/// @param percent of items that have ended; 100 only if all have
public record ReplayBar(List<Part> parts, int percent, String words) {

    /// A part of the bar in one colour.
    public record Part(String tone, double x, double width) {}

    static ReplayBar of(Replay.Progress progress) {
        var parts = new ArrayList<Part>();
        double x = 0;
        x += add(parts, "delivered", x, progress.delivered(), progress.total());
        x += add(parts, "failed", x, progress.failed(), progress.total());
        x += add(parts, "skipped", x, progress.skipped(), progress.total());
        add(parts, "open", x, progress.made() - progress.done(), progress.total());
        return new ReplayBar(
                parts,
                progress.total() == 0 ? 100 : (int) (100 * progress.done() / progress.total()),
                Format.number(progress.done())
                        + " of "
                        + Format.number(progress.total())
                        + " ended: "
                        + ReplaySummary.result(progress));
    }

    private static double add(List<Part> parts, String tone, double x, long count, long total) {
        double width = total == 0 ? 0 : Math.round(10_000.0 * count / total) / 100.0;
        if (width > 0) {
            parts.add(new Part(tone, Math.round(x * 100) / 100.0, width));
        }
        return width;
    }
}
