package dev.waybill.web.site.chart;

import dev.waybill.domain.delivery.PolicyPreview;
import dev.waybill.domain.delivery.PolicyPreview.Attempt;
import dev.waybill.web.site.Format;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A retry policy as dots on a time axis: the attempts if each of them fails, the range of the
/// jitter, and the end by a TTL.
///
/// @param boundary where the TTL ends; null without one
public record ScheduleChart(TimeAxis axis, List<Dot> dots, @Nullable Double boundary) {

    /// The fate of a scheduled attempt.
    public enum Fate {
        MADE("made"),
        /// Made only if jitter leaves the time for it.
        MAYBE("if there is time"),
        /// It would be too late, and is made before the end instead.
        PULLED_IN("moved forward, before the TTL ends"),
        /// The TTL is over by then.
        BEYOND("not made: after the TTL");

        private final String words;

        Fate(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        public String tone() {
            return "fate-" + name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    /// One attempt.
    ///
    /// @param x where it stands, between the earliest and the latest
    /// @param from where jitter may bring it at the earliest
    /// @param labelled whether there is room for its number
    public record Dot(
            int number,
            Duration earliest,
            Duration latest,
            Fate fate,
            double x,
            double from,
            double width,
            boolean labelled) {

        public String earliestText() {
            return text(earliest);
        }

        public String latestText() {
            return text(latest);
        }

        private static String text(Duration after) {
            return after.isZero() ? "at once" : Format.span(after);
        }
    }

    /// The width of a number on a wide screen; narrow ones show none.
    private static final double LABEL_ROOM = 2.2;

    public ScheduleChart {
        dots = List.copyOf(dots);
    }

    /// Draws the schedule of a policy.
    ///
    /// @param whole without a TTL
    /// @param cut with it, by the policy that it leads to; null without one
    public static ScheduleChart of(
            TimeAxis axis, Instant now, PolicyPreview whole, @Nullable PolicyPreview cut) {
        var dots = new ArrayList<Dot>();
        for (var attempt : (cut == null ? whole : cut).attempts()) {
            add(dots, axis, now, attempt, fate(attempt));
        }
        if (cut == null || cut.expiresAt() == null) {
            return new ScheduleChart(axis, dots, null);
        }
        for (var attempt : whole.attempts()) {
            if (!attempt.earliest().isBefore(cut.expiresAt())) {
                add(dots, axis, now, attempt, Fate.BEYOND);
            }
        }
        return new ScheduleChart(axis, dots, axis.x(Duration.between(now, cut.expiresAt())));
    }

    private static Fate fate(Attempt attempt) {
        if (attempt.pulledIn()) {
            return Fate.PULLED_IN;
        }
        return attempt.certain() ? Fate.MADE : Fate.MAYBE;
    }

    private static void add(
            List<Dot> dots, TimeAxis axis, Instant now, Attempt attempt, Fate fate) {
        var earliest = Duration.between(now, attempt.earliest());
        var latest = Duration.between(now, attempt.latest());
        double from = axis.x(earliest);
        double to = axis.x(latest);
        double x = Math.round((from + to) * 50) / 100.0;
        double labelled =
                dots.stream().filter(Dot::labelled).mapToDouble(Dot::x).max().orElse(-LABEL_ROOM);
        dots.add(
                new Dot(
                        attempt.number(),
                        earliest,
                        latest,
                        fate,
                        x,
                        from,
                        Math.round((to - from) * 100) / 100.0,
                        x - labelled >= LABEL_ROOM));
    }
}
