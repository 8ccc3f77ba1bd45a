package dev.waybill.web.site;

import static java.time.temporal.ChronoUnit.SECONDS;

import dev.waybill.engine.stats.Grain;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The time range of a page: a length until now, which stays relative in the address, or from one
/// time to another, which the address contains in UTC.
///
/// @param range null if the moments are named
public record Period(@Nullable TimeRange range, Instant since, Instant until) {

    public static final String SINCE = "since";
    public static final String UNTIL = "until";

    /// More bars could not be distinguished in a chart.
    private static final int BARS_MAX = 80;

    private static final Duration DAY = Duration.ofDays(1);

    private static final List<Duration> STEPS =
            List.of(Duration.ofMinutes(5), Duration.ofHours(1), Duration.ofHours(3));

    public static Period of(PageRequest asked) {
        return named(asked).orElseGet(() -> of(TimeRange.of(asked.param("range")), asked.now()));
    }

    public static Period of(TimeRange range, Instant now) {
        return new Period(range, range.since(now), now);
    }

    /// The time range in the address; empty if there is none.
    public static Optional<Period> named(PageRequest asked) {
        var since = asked.param(SINCE).flatMap(Period::moment);
        var until = asked.param(UNTIL).flatMap(Period::moment);
        if (since.isEmpty() && until.isEmpty()) {
            return Optional.empty();
        }
        var end = until.orElseGet(() -> asked.now().truncatedTo(SECONDS).plusSeconds(1));
        var start = since.orElseGet(() -> end.minus(DAY));
        // In the wrong order they are swapped.
        return Optional.of(
                start.isAfter(end) ? new Period(null, end, start) : new Period(null, start, end));
    }

    /// The value of a time field, or a day.
    private static Optional<Instant> moment(String text) {
        try {
            var time =
                    text.length() == "2026-11-16".length()
                            ? LocalDate.parse(text).atStartOfDay()
                            : LocalDateTime.parse(text);
            return Optional.of(time.toInstant(ZoneOffset.UTC).truncatedTo(SECONDS))
                    .filter(at -> at.isAfter(Instant.EPOCH) && time.getYear() < 10_000);
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    /// Extended to whole hours or days: older sums are not finer.
    public Period inSums(Instant now) {
        if (range != null) {
            return this;
        }
        var last = Grain.of(until, now);
        var end = floor(until, last);
        return new Period(
                null, floor(since, Grain.of(since, now)), end.equals(until) ? end : end.plus(last));
    }

    private static Instant floor(Instant time, Duration step) {
        return Instant.ofEpochSecond(
                Math.floorDiv(time.getEpochSecond(), step.toSeconds()) * step.toSeconds());
    }

    /// The time span of one bar of a chart.
    public Duration step(Instant now) {
        if (range != null) {
            return range.step();
        }
        var length = Duration.between(since, until);
        var finest = Grain.of(since, now);
        return STEPS.stream()
                .filter(step -> step.compareTo(finest) >= 0)
                .filter(step -> length.dividedBy(step) <= BARS_MAX)
                .findFirst()
                .orElseGet(() -> DAY.multipliedBy(length.toDays() / BARS_MAX + 1));
    }

    /// The address of this page, or another, with the same time range.
    public Link in(Link page) {
        var link = page.without("range").without(SINCE).without(UNTIL);
        return range == null
                ? link.with(SINCE, text(since)).with(UNTIL, text(until))
                : link.with("range", range.code());
    }

    /// Whether the address contains its beginning and its end.
    public boolean isNamed() {
        return range == null;
    }

    /// The same page for each range.
    public List<RangeLink> ranges(Link here) {
        return Stream.of(TimeRange.values())
                .map(one -> new RangeLink(one.title(), rangeLink(here, one), one == range))
                .toList();
    }

    private static String rangeLink(Link here, TimeRange range) {
        return here.without(SINCE).without(UNTIL).with("range", range.code()).toString();
    }

    /// A link to another range.
    public record RangeLink(String title, String href, boolean isCurrent) {}

    /// The parameters of an address without its time range.
    public static Map<String, String> kept(Link here) {
        return here.without("range").without(SINCE).without(UNTIL).query();
    }

    /// The value of a time field; empty without a time.
    public String sinceField() {
        return range == null ? text(since) : "";
    }

    public String untilField() {
        return range == null ? text(until) : "";
    }

    private static String text(Instant time) {
        return LocalDateTime.ofInstant(time, ZoneOffset.UTC).toString();
    }

    /// As part of a sentence, after "in" or "over".
    public String words() {
        return range == null
                ? "the time from " + beginning() + " to " + end()
                : "the last " + range.title();
    }

    public String beginning() {
        return range == null ? Format.absolute(since) : range.title() + " ago";
    }

    public String end() {
        return range == null ? Format.absolute(until) : "now";
    }
}
