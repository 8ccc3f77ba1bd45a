package dev.waybill.client;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/// Reads a `Retry-After` header: seconds or an HTTP-date. Any other value counts as absent.
final class RetryAfter {

    private RetryAfter() {}

    static @Nullable Duration parse(String value, Instant now) {
        if (value.matches("\\d{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(value));
        }
        try {
            var at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO;
        } catch (DateTimeException e) {
            return null;
        }
    }
}
