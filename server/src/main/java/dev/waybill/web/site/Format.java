package dev.waybill.web.site;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/// Numbers and times as text.
public final class Format {

    private static final DateTimeFormatter ABSOLUTE =
            DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    private Format() {}

    /// A code of the API as text: `in_flight` is "in flight".
    public static String words(String code) {
        return code.replace('_', ' ');
    }

    /// The same with a capital, for the beginning of a sentence or a title.
    public static String title(String code) {
        var words = words(code);
        return words.isEmpty()
                ? words
                : Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    public static String list(Collection<String> some) {
        return String.join(", ", some);
    }

    /// A number with its noun, in the singular or the plural.
    public static String count(long count, String one, String several) {
        return number(count) + " " + (count == 1 ? one : several);
    }

    public static String number(long number) {
        return String.format(Locale.ENGLISH, "%,d", number);
    }

    /// A count that stopped at this limit.
    public static String capped(long count, long max) {
        return count > max ? number(max) + "+" : number(count);
    }

    /// A share in percent, never rounded to 0 or 100 unless it is exact.
    public static String percent(long part, long whole) {
        if (whole == 0) {
            return "–";
        }
        double percent = 100.0 * part / whole;
        if (part < whole && percent > 99.99) {
            return "> 99.99 %";
        }
        if (part > 0 && percent < 0.01) {
            return "< 0.01 %";
        }
        return String.format(
                Locale.ENGLISH, percent == Math.rint(percent) ? "%.0f %%" : "%.2f %%", percent);
    }

    public static String millis(double millis) {
        if (millis < 1_000) {
            return Math.round(millis) + " ms";
        }
        return millis < 10_000
                ? String.format(Locale.ENGLISH, "%.1f s", millis / 1_000)
                : span(Duration.ofMillis(Math.round(millis)));
    }

    /// The duration in the largest unit that fits, with the next one if it is useful.
    public static String span(Duration span) {
        long seconds = Math.abs(span.toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3_600) {
            return parts(seconds, 60, "min", 1, "s", 600);
        }
        if (seconds < 86_400) {
            return parts(seconds, 3_600, "h", 60, "min", 36_000);
        }
        return parts(seconds, 86_400, "d", 3_600, "h", 864_000);
    }

    private static String parts(
            long seconds, long large, String largeUnit, long small, String smallUnit, long exact) {
        long rest = seconds % large / small;
        var text = seconds / large + " " + largeUnit;
        return rest == 0 || seconds >= exact ? text : text + " " + rest + " " + smallUnit;
    }

    public static String bytes(long bytes) {
        double size = bytes;
        for (var unit : List.of("B", "kB", "MB", "GB")) {
            if (size < 1_000) {
                return number(size, unit);
            }
            size /= 1_000;
        }
        return number(size, "TB");
    }

    private static String number(double size, String unit) {
        return String.format(
                Locale.ENGLISH, size < 10 && !unit.equals("B") ? "%.1f %s" : "%.0f %s", size, unit);
    }

    /// Whole seconds, rounded up, so that the wait is long enough.
    public static String seconds(Duration span) {
        return number(Math.max(1, span.plusNanos(999_999_999).toSeconds())) + " s";
    }

    public static String relative(Instant time, Instant now) {
        var span = Duration.between(time, now);
        if (span.abs().toSeconds() < 1) {
            return "now";
        }
        return span.isNegative() ? "in " + span(span) : span(span) + " ago";
    }

    /// The same for an expected event: it is due once its time has come.
    public static String due(Instant time, Instant now) {
        return time.isAfter(now) ? relative(time, now) : "due";
    }

    public static String absolute(Instant time) {
        return ABSOLUTE.format(time);
    }
}
