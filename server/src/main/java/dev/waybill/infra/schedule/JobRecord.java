package dev.waybill.infra.schedule;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The successes and failures of a running job. Written by the thread of the job, read by any.
public final class JobRecord {

    /// Longer than a failover of the database takes, or a lock that a deployment holds.
    static final Duration TROUBLE_AFTER = Duration.ofSeconds(30);

    /// A failure that lasts is logged again after this time.
    static final Duration LOGGED_EVERY = Duration.ofMinutes(1);

    private final String name;
    private final Duration period;
    private final LongSupplier nanoClock;
    private volatile long succeededNanos;
    private volatile long done;
    private volatile int failures;
    private volatile long failingSinceNanos;
    private long loggedNanos;

    JobRecord(String name, Duration period, LongSupplier nanoClock) {
        this.name = name;
        this.period = period;
        this.nanoClock = nanoClock;
        this.succeededNanos = nanoClock.getAsLong();
    }

    /// Returns how many failures this success has ended.
    ///
    /// @param more how much the pass did
    int succeeded(long more) {
        done = done() + more;
        succeededNanos = nanoClock.getAsLong();
        int ended = failures;
        if (ended > 0) {
            failures = 0;
        }
        return ended;
    }

    /// Returns whether this failure should be logged.
    boolean failed() {
        long now = nanoClock.getAsLong();
        int before = failures;
        boolean first = before == 0;
        if (first) {
            failingSinceNanos = now;
        }
        failures = before + 1;
        if (!first && now - loggedNanos < LOGGED_EVERY.toNanos()) {
            return false;
        }
        loggedNanos = now;
        return true;
    }

    /// How much the job has done since its start, in its unit.
    public long done() {
        return done;
    }

    /// Failures since the last success.
    public int failures() {
        return failures;
    }

    /// The time since the last success, or since the start if there was none.
    public Duration sinceSuccess() {
        return Duration.ofNanos(nanoClock.getAsLong() - succeededNanos);
    }

    /// A description of a failure that lasts; empty while the job works.
    public Optional<String> trouble() {
        if (failures > 0) {
            var failing = Duration.ofNanos(nanoClock.getAsLong() - failingSinceNanos);
            if (failing.compareTo(TROUBLE_AFTER) > 0) {
                return Optional.of(name + " has been failing for " + failing.toSeconds() + " s");
            }
        }
        var since = sinceSuccess();
        return since.compareTo(period.plus(TROUBLE_AFTER)) > 0
                ? Optional.of(name + " has not completed for " + since.toSeconds() + " s")
                : Optional.empty();
    }
}
