package dev.waybill.domain;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The built-in policies, and which of them a delivery gets.
public final class RetryPolicies {

    private static final Duration THREE_DAYS = ofHours(72);

    public static final RetryPolicy LIVE =
            offsets(
                    "live",
                    THREE_DAYS,
                    ofMinutes(1),
                    ofMinutes(5),
                    ofMinutes(30),
                    ofHours(2),
                    ofHours(6),
                    ofHours(12),
                    ofDays(1),
                    ofDays(2),
                    ofDays(3));

    public static final RetryPolicy TEST =
            offsets("test", ofHours(6), ofMinutes(1), ofMinutes(30), ofHours(6));

    public static final RetryPolicy BILLING =
            waits(
                    "billing",
                    new Jitter.Proportional(0.3),
                    ofSeconds(5),
                    ofSeconds(30),
                    ofMinutes(5),
                    ofMinutes(30),
                    ofHours(2),
                    ofHours(8),
                    ofHours(24));

    public static final RetryPolicy EXPONENTIAL =
            new RetryPolicy(
                    "exponential",
                    new Schedule.Exponential(ofSeconds(60), 2, ofHours(1)),
                    new Jitter.Additive(ofSeconds(60)),
                    12,
                    THREE_DAYS);

    public static final RetryPolicy FULL_JITTER = fullJitter();

    /// For what goes stale within two minutes: a second try while it still matters, and no more.
    static final RetryPolicy BRIEF =
            untilExpiry("brief", ofMinutes(2), new Jitter.None(), ofSeconds(15));

    /// For what goes stale within a quarter of an hour: three tries, 30 to 60 seconds apart.
    static final RetryPolicy SHORT =
            untilExpiry(
                    "short",
                    ofMinutes(15),
                    new Jitter.Proportional(1),
                    ofSeconds(30),
                    ofSeconds(30));

    private static final Map<String, RetryPolicy> BY_NAME =
            Stream.of(LIVE, TEST, BILLING, EXPONENTIAL, FULL_JITTER, BRIEF, SHORT)
                    .collect(Collectors.toMap(RetryPolicy::name, Function.identity()));

    /// What an endpoint may name. `brief` and `short` are left out: only an expiry chooses them.
    public static final List<String> NAMES =
            List.of("live", "test", "billing", "exponential", "full-jitter");

    private RetryPolicies() {}

    public static Optional<RetryPolicy> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /// The policy a delivery keeps for its life, chosen at capture: what remains until the expiry
    /// first, then the endpoint's own choice, then the mode's.
    public static RetryPolicy choose(
            Instant now, @Nullable Instant expiresAt, @Nullable RetryPolicy own, Mode mode) {
        if (expiresAt != null) {
            var remains = Duration.between(now, expiresAt);
            if (remains.compareTo(ofMinutes(2)) < 0) {
                return BRIEF;
            }
            if (remains.compareTo(ofMinutes(15)) <= 0) {
                return SHORT;
            }
        }
        if (own != null) {
            return own;
        }
        return switch (mode) {
            case LIVE -> LIVE;
            case TEST -> TEST;
        };
    }

    private static RetryPolicy offsets(String name, Duration window, Duration... offsets) {
        var schedule = new Schedule.Offsets(List.of(offsets));
        return new RetryPolicy(
                name, schedule, new Jitter.Proportional(0.4), offsets.length + 1, window);
    }

    private static RetryPolicy waits(String name, Jitter jitter, Duration... waits) {
        var schedule = new Schedule.Waits(List.of(waits));
        int attemptsMax = waits.length + 1;
        return new RetryPolicy(
                name, schedule, jitter, attemptsMax, schedule.longest(attemptsMax, jitter));
    }

    /// A policy that an expiry chose: the expiry closes its window, so the window itself must not.
    private static RetryPolicy untilExpiry(
            String name, Duration window, Jitter jitter, Duration... waits) {
        var schedule = new Schedule.Waits(List.of(waits));
        return new RetryPolicy(name, schedule, jitter, waits.length + 1, window);
    }

    private static RetryPolicy fullJitter() {
        var schedule = new Schedule.Exponential(ofSeconds(30), 2, ofHours(1));
        var jitter = new Jitter.Full();
        return new RetryPolicy("full-jitter", schedule, jitter, 5, schedule.longest(5, jitter));
    }
}
