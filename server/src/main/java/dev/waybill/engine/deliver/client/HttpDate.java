package dev.waybill.engine.deliver.client;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the three forms of an HTTP-date (RFC 9110, section 5.6.7). Two of them are obsolete, but
/// recipients must accept them.
final class HttpDate {

    /// A two-digit year that appears to be further in the future is a year of the past.
    private static final int YEARS_AHEAD_MAX = 50;

    private static final List<String> MONTHS =
            List.of(
                    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov",
                    "Dec");

    private static final List<String> DAYS =
            List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");

    private static final String SHORT_DAY = "(?<name>Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
    private static final String LONG_DAY = "(?<name>%s)".formatted(String.join("|", DAYS));
    private static final String MONTH = "(?<month>%s)".formatted(String.join("|", MONTHS));
    private static final String TIME = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})";

    /// `Sun, 06 Nov 1994 08:49:37 GMT`. Some servers omit the leading zero of the day.
    private static final Pattern IMF =
            Pattern.compile(
                    SHORT_DAY
                            + ", (?<day>[0-9]{1,2}) "
                            + MONTH
                            + " (?<year>[0-9]{4}) "
                            + TIME
                            + " GMT");

    /// `Sunday, 06-Nov-94 08:49:37 GMT`.
    private static final Pattern RFC_850 =
            Pattern.compile(
                    LONG_DAY
                            + ", (?<day>[0-9]{2})-"
                            + MONTH
                            + "-(?<year>[0-9]{2}) "
                            + TIME
                            + " GMT");

    /// `Sun Nov 6 08:49:37 1994`, in UTC.
    private static final Pattern ASCTIME =
            Pattern.compile(
                    SHORT_DAY
                            + " "
                            + MONTH
                            + " (?<day>[0-9]{2}| [0-9]) "
                            + TIME
                            + " (?<year>[0-9]{4})");

    private HttpDate() {}

    /// Empty for anything that is not exactly such a date, including one with the wrong weekday.
    static Optional<Instant> parse(String text, Instant now) {
        for (var form : List.of(IMF, RFC_850, ASCTIME)) {
            var parts = form.matcher(text);
            if (parts.matches()) {
                return read(parts, now);
            }
        }
        return Optional.empty();
    }

    private static Optional<Instant> read(Matcher parts, Instant now) {
        try {
            int year = number(parts, "year");
            var date = date(parts, parts.group("year").length() == 2 ? century(year, now) : year);
            var at = at(date, parts);
            if (parts.group("year").length() == 2 && at.isAfter(latest(now))) {
                date = date.minusYears(100);
                at = at(date, parts);
            }
            return DAYS.get(date.getDayOfWeek().getValue() - 1).startsWith(parts.group("name"))
                    ? Optional.of(at)
                    : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /// The last year with these two digits that is not too far in the future.
    private static int century(int twoDigits, Instant now) {
        int last = latest(now).atOffset(ZoneOffset.UTC).getYear();
        return last - Math.floorMod(last - twoDigits, 100);
    }

    private static Instant latest(Instant now) {
        return now.atOffset(ZoneOffset.UTC).plusYears(YEARS_AHEAD_MAX).toInstant();
    }

    private static LocalDate date(Matcher parts, int year) {
        int month = MONTHS.indexOf(parts.group("month")) + 1;
        return LocalDate.of(year, month, number(parts, "day"));
    }

    private static Instant at(LocalDate date, Matcher parts) {
        int second = number(parts, "second");
        // A leap second is the one after the 59th.
        int leap = second == 60 ? 1 : 0;
        return date.atTime(number(parts, "hour"), number(parts, "minute"), second - leap)
                .toInstant(ZoneOffset.UTC)
                .plusSeconds(leap);
    }

    private static int number(Matcher parts, String group) {
        return Integer.parseInt(parts.group(group).strip());
    }
}
