package dev.waybill.web.http;

import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The Date of answers: formatting it takes longer than everything else in a head, so it is done
/// once a second.
final class DateHeader {

    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
                    .withZone(ZoneOffset.UTC);

    private record Stamp(long second, String text) {}

    private final InstantSource clock;
    private volatile Stamp stamp = new Stamp(Long.MIN_VALUE, "");

    DateHeader(InstantSource clock) {
        this.clock = clock;
    }

    String text() {
        var now = clock.instant();
        var known = stamp;
        if (known.second != now.getEpochSecond()) {
            known = new Stamp(now.getEpochSecond(), FORMAT.format(now));
            stamp = known;
        }
        return known.text;
    }
}
