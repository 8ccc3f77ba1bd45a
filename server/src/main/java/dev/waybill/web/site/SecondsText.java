package dev.waybill.web.site;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Durations as users type them: `90`, `90s`, `15m`, `2h`, `3d`.
public final class SecondsText {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?)([smhd]?)");

    private static final Map<String, Long> UNITS =
            Map.of("", 1L, "s", 1L, "m", 60L, "h", 3_600L, "d", 86_400L);

    private SecondsText() {}

    /// Seconds; empty for any other text.
    public static Optional<BigDecimal> parse(String text) {
        var matcher = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long unit = UNITS.getOrDefault(matcher.group(2), 1L);
        return Optional.of(new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit)));
    }

    /// The time in the largest unit of which it is a whole number.
    public static String format(Duration span) {
        long millis = span.toMillis();
        if (millis % 1_000 != 0) {
            return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString() + "s";
        }
        long seconds = span.toSeconds();
        if (seconds != 0 && seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds != 0 && seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds != 0 && seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
