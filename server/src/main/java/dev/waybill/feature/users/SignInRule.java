package dev.waybill.feature.users;

import java.time.Duration;
import java.time.Instant;

/// The wait after failed sign-ins: none after the first few, then a second, two, four and so on.
///
/// @param free how many failures cost nothing
record SignInRule(int free, Duration waitMax) {

    /// For one name. An attacker who knows a name must not be able to lock its owner out for long.
    static final SignInRule NAME = new SignInRule(5, Duration.ofMinutes(5));

    /// For one address that tries many names. Behind a proxy all users share an address, so the
    /// limit is higher, and costs less.
    static final SignInRule SOURCE = new SignInRule(20, Duration.ofMinutes(1));

    /// After this time without a failure, earlier failures do not count.
    static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);

    /// The remaining time to wait; zero for none.
    Duration waitAt(Instant now, int failures, Instant lastAt) {
        var since = Duration.between(lastAt, now);
        if (failures < free || since.compareTo(FORGOTTEN_AFTER) >= 0) {
            return Duration.ZERO;
        }
        var left = waitAfter(failures).minus(since);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private Duration waitAfter(int failures) {
        // Twenty doublings are twelve days, more than any bound.
        var wait = Duration.ofSeconds(1L << Math.min(failures - free, 20));
        return wait.compareTo(waitMax) < 0 ? wait : waitMax;
    }
}
