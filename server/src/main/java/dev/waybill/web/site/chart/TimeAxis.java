package dev.waybill.web.site.chart;

import dev.waybill.web.site.Format;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// An axis from now on that shows seconds and days: its first ten seconds are nearly linear, and
/// after them each factor of ten has the same width. Positions are per cent of the width.
public record TimeAxis(Duration max) {

    /// A mark on the axis.
    public record Tick(double x, Duration at) {

        public String words() {
            return at.isZero() ? "now" : Format.span(at);
        }
    }

    private static final double EVEN_SECONDS = 10;

    /// Room for labels at the ends.
    private static final double MARGIN = 3;

    /// Closer marks would overlap on a phone.
    private static final double APART = 9;

    private static final List<Duration> ROUND =
            List.of(
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(10),
                    Duration.ofHours(1),
                    Duration.ofHours(6),
                    Duration.ofDays(1),
                    Duration.ofDays(3),
                    Duration.ofDays(10),
                    Duration.ofDays(30),
                    Duration.ofDays(90));

    /// An axis that ends after this time.
    public static TimeAxis reaching(Duration longest) {
        return new TimeAxis(
                ROUND.stream()
                        .filter(tick -> !tick.isZero() && tick.compareTo(longest) >= 0)
                        .findFirst()
                        .orElse(longest));
    }

    public double x(Duration at) {
        double part = scaled(at) / scaled(max);
        return round(MARGIN + (100 - 2 * MARGIN) * Math.clamp(part, 0, 1));
    }

    /// From the right, because the end must be labelled; and the beginning.
    public List<Tick> ticks() {
        var ticks = new ArrayList<Tick>();
        double next = Double.MAX_VALUE;
        double first = x(Duration.ZERO);
        for (var at : ROUND.reversed()) {
            double x = x(at);
            boolean fits = at.compareTo(max) <= 0 && next - x >= APART && x - first >= APART;
            if (at.isZero() || fits) {
                next = x;
                ticks.addFirst(new Tick(x, at));
            }
        }
        return ticks;
    }

    private static double scaled(Duration at) {
        return Math.log1p(Math.max(0, at.toMillis()) / 1_000.0 / EVEN_SECONDS);
    }

    private static double round(double x) {
        return Math.round(x * 100) / 100.0;
    }
}
