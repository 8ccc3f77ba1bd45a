package dev.waybill.engine.deliver.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Reads a `Retry-After` header: seconds or an HTTP-date. Any other value counts as absent.
final class RetryAfter {

    /// No policy waits longer, so a larger value means the same.
    private static final Duration LONGEST = Duration.ofDays(30);

    private RetryAfter() {}

    static Optional<Duration> parse(String value, Instant now) {
        var text = value.strip();
        if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            // Ten digits are three centuries; more would overflow.
            return Optional.of(
                    text.length() > 10
                            ? LONGEST
                            : clamped(Duration.ofSeconds(Long.parseLong(text))));
        }
        return HttpDate.parse(text, now).map(at -> clamped(Duration.between(now, at)));
    }

    private static Duration clamped(Duration delay) {
        if (delay.isNegative()) {
            return Duration.ZERO;
        }
        return delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
    }
}
