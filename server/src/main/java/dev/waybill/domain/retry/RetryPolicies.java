package dev.waybill.domain.retry;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.retry.PolicySpec.Spread;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The built-in policies, and the choice of a delivery's policy.
public final class RetryPolicies {

    private static final Map<String, PolicySpec> BUILT_IN = new LinkedHashMap<>();

    public static final RetryPolicy LIVE =
            builtIn(
                    "live",
                    new Schedule.Offsets(
                            List.of(
                                    ofMinutes(1),
                                    ofMinutes(5),
                                    ofMinutes(30),
                                    ofHours(2),
                                    ofHours(6),
                                    ofHours(12),
                                    ofDays(1),
                                    ofDays(2),
                                    ofDays(3))),
                    10,
                    Spread.PROPORTIONAL,
                    0.4,
                    ofHours(72));

    public static final RetryPolicy TEST =
            builtIn(
                    "test",
                    new Schedule.Offsets(List.of(ofMinutes(1), ofMinutes(30), ofHours(6))),
                    4,
                    Spread.PROPORTIONAL,
                    0.4,
                    ofHours(6));

    public static final RetryPolicy BILLING =
            builtIn(
                    "billing",
                    new Schedule.Waits(
                            List.of(
                                    ofSeconds(5),
                                    ofSeconds(30),
                                    ofMinutes(5),
                                    ofMinutes(30),
                                    ofHours(2),
                                    ofHours(8),
                                    ofHours(24))),
                    8,
                    Spread.PROPORTIONAL,
                    0.3,
                    null);

    public static final RetryPolicy EXPONENTIAL =
            builtIn(
                    "exponential",
                    new Schedule.Exponential(ofSeconds(60), 2, ofHours(1)),
                    12,
                    Spread.ADDITIVE,
                    1,
                    ofHours(72));

    public static final RetryPolicy FULL_JITTER =
            builtIn(
                    "full-jitter",
                    new Schedule.Exponential(ofSeconds(30), 2, ofHours(1)),
                    5,
                    Spread.FULL,
                    1,
                    null);

    /// The policies that an endpoint or event type may name, in the order of the documentation.
    /// `brief` and `short` are omitted: only an expiry chooses them.
    public static final Map<String, PolicySpec> NAMED =
            Collections.unmodifiableMap(new LinkedHashMap<>(BUILT_IN));

    /// An event that expires sooner gets [#BRIEF].
    public static final Duration BRIEF_BELOW = ofMinutes(2);

    /// An event that expires sooner, but not below [#BRIEF_BELOW], gets [#SHORT].
    public static final Duration SHORT_UP_TO = ofMinutes(15);

    /// For events that expire within two minutes: one retry while it still matters.
    public static final RetryPolicy BRIEF =
            untilExpiry("brief", BRIEF_BELOW, new Jitter.None(), ofSeconds(15));

    /// For events that expire within a quarter of an hour: three attempts, 30 to 60 seconds apart.
    public static final RetryPolicy SHORT =
            untilExpiry(
                    "short", SHORT_UP_TO, new Jitter.Proportional(1), ofSeconds(30), ofSeconds(30));

    private static final Map<String, RetryPolicy> BY_NAME =
            Stream.of(LIVE, TEST, BILLING, EXPONENTIAL, FULL_JITTER, BRIEF, SHORT)
                    .collect(Collectors.toMap(RetryPolicy::name, Function.identity()));

    private RetryPolicies() {}

    /// Whether a delivery expires so soon that it does not wait for a breaker.
    public static boolean isUrgent(RetryPolicy policy) {
        return policy.name().equals(BRIEF.name()) || policy.name().equals(SHORT.name());
    }

    public static Optional<RetryPolicy> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /// The policy of a delivery, fixed at capture: by the time until the expiry first, then the
    /// endpoint's choice, then the event type's, then the mode's.
    public static RetryPolicy choose(
            Instant now,
            @Nullable Instant expiresAt,
            @Nullable RetryPolicy ofEndpoint,
            @Nullable RetryPolicy ofType,
            Mode mode) {
        if (expiresAt != null) {
            var remains = Duration.between(now, expiresAt);
            if (remains.compareTo(BRIEF_BELOW) < 0) {
                return BRIEF;
            }
            if (remains.compareTo(SHORT_UP_TO) <= 0) {
                return SHORT;
            }
        }
        if (ofEndpoint != null) {
            return ofEndpoint;
        }
        if (ofType != null) {
            return ofType;
        }
        return switch (mode) {
            case LIVE -> LIVE;
            case TEST -> TEST;
        };
    }

    /// Stored as a user would write it, so that it can be shown and copied.
    ///
    /// @param window null for the sum of the longest delays
    private static RetryPolicy builtIn(
            String name,
            Schedule schedule,
            int attemptsMax,
            Spread spread,
            double ratio,
            @Nullable Duration window) {
        var longest = schedule.longest(attemptsMax, PolicySpec.jitter(schedule, spread, ratio));
        var closes = window == null ? longest : window;
        var spec = new PolicySpec(name, schedule, attemptsMax, spread, ratio, closes);
        BUILT_IN.put(name, spec);
        return spec.policy(name);
    }

    /// A policy that an expiry chose: the expiry closes its window, so the window itself must not.
    private static RetryPolicy untilExpiry(
            String name, Duration window, Jitter jitter, Duration... waits) {
        var schedule = new Schedule.Waits(List.of(waits));
        return new RetryPolicy(name, schedule, jitter, waits.length + 1, window);
    }
}
