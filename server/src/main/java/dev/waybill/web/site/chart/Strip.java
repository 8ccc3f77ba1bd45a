package dev.waybill.web.site.chart;

import dev.waybill.web.site.Format;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The life of a delivery on a line of [#WIDTH]: past and expected events, with the waits between
/// them. The length of a wait is proportional to its duration, but two marks never touch.
public record Strip(List<Mark> marks, List<Wait> waits) {

    public static final int WIDTH = 720;
    public static final int HEIGHT = 64;

    /// The height of the line.
    public static final int LINE = 30;

    /// The baseline of the text above a wait.
    public static final int WAIT_WORDS = LINE - 8;

    /// The upper end of the mark of an expiry.
    public static final int EXPIRY_TOP = LINE - 16;

    public static final int EXPIRY_BOTTOM = LINE + 10;

    /// The distance of the first and the last mark from the ends.
    private static final int EDGE = 26;

    private static final int WAIT_MIN = 22;

    /// Narrower waits have no room for their text next to those of their marks.
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

    /// An event in the life of the delivery.
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

        /// The position of its label: text above the line, numbers below it, so that labels do not
        /// overlap.
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
    /// @param words the duration as text; empty without room
    public record Wait(double from, double until, boolean ahead, String words) {

        public double middle() {
            return (from + until) / 2;
        }
    }

    public Strip {
        marks = List.copyOf(marks);
        waits = List.copyOf(waits);
    }

    /// The first event begins the line.
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
