package dev.waybill.web.site.chart;

import dev.waybill.web.site.Format;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A delivery's life on a line of [#WIDTH]: what happened when, with the waits between, and what is
/// still to come. Waits are as long as they took, but never so short that two marks touch.
public record Strip(List<Mark> marks, List<Wait> waits) {

    public static final int WIDTH = 720;
    public static final int HEIGHT = 64;

    /// Where the line runs.
    public static final int LINE = 30;

    /// The baseline of the words above a wait.
    public static final int WAIT_WORDS = LINE - 8;

    /// The upper end of the mark of an expiry.
    public static final int EXPIRY_TOP = LINE - 16;

    public static final int EXPIRY_BOTTOM = LINE + 10;

    /// How far from the ends the first and the last mark are.
    private static final int EDGE = 26;

    private static final int WAIT_MIN = 22;

    /// Narrower ones have no room for their words next to those of their marks.
    private static final int WORDS_MIN = 96;

    /// More could not be distinguished; the earliest are left out.
    private static final int MOMENTS_MAX = 24;

    /// A kind of moment.
    public enum Kind {
        CAPTURED("captured"),
        ACCEPTED("ok"),
        FAILED("no"),
        NEXT("next"),
        ENDED("ended"),
        EXPIRY("expiry");

        private final String tone;

        Kind(String tone) {
            this.tone = tone;
        }

        /// The class by which the stylesheet draws it.
        public String tone() {
            return tone;
        }
    }

    /// Something that happens.
    ///
    /// @param label the text below it
    public record Moment(Instant at, Kind kind, String label) {}

    /// A moment in its place.
    public record Mark(double x, Kind kind, String label, Instant at) {

        public boolean isExpiry() {
            return kind == Kind.EXPIRY;
        }

        public int radius() {
            return kind == Kind.CAPTURED ? 5 : 7;
        }

        /// Where its label stands: words above the line, numbers below it, so that neighbours do
        /// not write over each other.
        public int labelY() {
            return switch (kind) {
                case CAPTURED, ENDED -> LINE - 15;
                case ACCEPTED, FAILED, NEXT, EXPIRY -> LINE + 25;
            };
        }
    }

    /// The time between two marks.
    ///
    /// @param ahead whether it has not passed yet
    /// @param words how long it takes; empty where there is no room
    public record Wait(double from, double until, boolean ahead, String words) {

        public double middle() {
            return (from + until) / 2;
        }
    }

    public Strip {
        marks = List.copyOf(marks);
        waits = List.copyOf(waits);
    }

    /// The first moment begins the line.
    public static Strip of(List<Moment> moments, Instant now) {
        var sorted = new ArrayList<>(moments);
        sorted.sort(Comparator.comparing(Moment::at));
        while (sorted.size() > MOMENTS_MAX) {
            sorted.remove(1);
        }
        var spans = new ArrayList<Duration>();
        for (int i = 1; i < sorted.size(); i++) {
            spans.add(Duration.between(sorted.get(i - 1).at, sorted.get(i).at));
        }
        var widths = widths(spans, WIDTH - 2.0 * EDGE);
        var marks = new ArrayList<Mark>();
        var waits = new ArrayList<Wait>();
        double x = EDGE;
        for (int i = 0; i < sorted.size(); i++) {
            var moment = sorted.get(i);
            if (i > 0) {
                double from = x;
                x = round(x + widths.get(i - 1));
                boolean hasRoom = x - from >= WORDS_MIN;
                waits.add(
                        new Wait(
                                from,
                                x,
                                moment.at.isAfter(now),
                                hasRoom ? words(spans.get(i - 1)) : ""));
            }
            marks.add(new Mark(x, moment.kind, moment.label, moment.at));
        }
        return new Strip(marks, waits);
    }

    /// Each wait gets a minimum width; the rest is divided in proportion to the durations.
    static List<Double> widths(List<Duration> spans, double width) {
        double total = spans.stream().mapToDouble(Duration::toMillis).sum();
        double rest = width - (double) WAIT_MIN * spans.size();
        return spans.stream()
                .map(span ->
                        total == 0
                                ? width / spans.size()
                                : WAIT_MIN + rest * span.toMillis() / total)
                .toList();
    }

    private static String words(Duration span) {
        return Format.millis((double) span.toMillis());
    }

    private static double round(double x) {
        return Math.round(x * 10) / 10.0;
    }
}
