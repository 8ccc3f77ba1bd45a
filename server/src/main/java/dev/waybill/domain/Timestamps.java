package dev.waybill.domain;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Times in the format of the API: RFC 3339, UTC, milliseconds.
public final class Timestamps {

    /// The last year that an RFC 3339 time can name.
    public static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

    private static final Instant EARLIEST = Instant.parse("1970-01-01T00:00:00Z");

    private static final DateTimeFormatter TO_THE_SECOND =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.").withZone(ZoneOffset.UTC);

    private record Second(long epochSecond, String text) {}

    private static volatile Second lastSecond = new Second(0, TO_THE_SECOND.format(Instant.EPOCH));

    private Timestamps() {}

    public static String format(Instant time) {
        // Most times are in the current second: the text before the point is reused.
        var kept = lastSecond;
        if (kept.epochSecond != time.getEpochSecond()) {
            kept = new Second(time.getEpochSecond(), TO_THE_SECOND.format(time));
            lastSecond = kept;
        }
        int millis = time.getNano() / 1_000_000;
        return kept.text
                + (char) ('0' + millis / 100)
                + (char) ('0' + millis / 10 % 10)
                + (char) ('0' + millis % 10)
                + 'Z';
    }

    /// Accepts any offset, but requires one: a time without an offset names no instant.
    public static Optional<Instant> parse(String text) {
        try {
            var time = OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MILLIS);
            boolean named = !time.isBefore(EARLIEST) && !time.isAfter(LATEST);
            return named ? Optional.of(time) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
