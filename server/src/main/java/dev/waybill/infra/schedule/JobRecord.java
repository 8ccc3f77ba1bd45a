package dev.waybill.infra.schedule;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The successes and failures of a running job. Written by the thread of the job, read by any.
public final class JobRecord {

    /// Longer than a failover of the database takes, or a lock that a deployment holds.
    static final Duration TROUBLE_AFTER = Duration.ofSeconds(30);

    /// A job that has not completed for its period and this time is shown as overdue. Half of the
    /// time within which the status page must show it.
    static final Duration OVERDUE_AFTER = Duration.ofSeconds(15);

    /// A failure that lasts is logged again after this time.
    static final Duration LOGGED_EVERY = Duration.ofMinutes(1);

    private final String name;
    private final Duration period;
    private final boolean essential;
    private final LongSupplier nanoClock;
    private volatile long succeededNanos;
    private volatile long done;
    private volatile long runs;
    private volatile int failures;
    private volatile long failuresEver;
    private volatile int restarts;
    private volatile long failingSinceNanos;
    private volatile long restartedNanos;
    private volatile Duration took = Duration.ZERO;
    private volatile boolean inPass;
    private volatile long begunNanos;
    private long loggedNanos;

    JobRecord(String name, Duration period, boolean essential, LongSupplier nanoClock) {
        this.name = name;
        this.period = period;
        this.essential = essential;
        this.nanoClock = nanoClock;
        this.succeededNanos = nanoClock.getAsLong();
    }

    /// A pass begins.
    void begun() {
        begunNanos = nanoClock.getAsLong();
        inPass = true;
        runs = runs() + 1;
    }

    /// Returns how many failures this success has ended.
    ///
    /// @param more how much the pass did
    int succeeded(long more) {
        done = done() + more;
        long now = nanoClock.getAsLong();
        took = Duration.ofNanos(now - begunNanos);
        succeededNanos = now;
        inPass = false;
        int ended = failures;
        if (ended > 0) {
            failures = 0;
        }
        return ended;
    }

    /// Returns whether this failure should be logged.
    boolean failed() {
        long now = nanoClock.getAsLong();
        inPass = false;
        int before = failures;
        boolean first = before == 0;
        if (first) {
            failingSinceNanos = now;
        }
        failures = before + 1;
        failuresEver = failuresEver() + 1;
        if (!first && now - loggedNanos < LOGGED_EVERY.toNanos()) {
            return false;
        }
        loggedNanos = now;
        return true;
    }

    /// The thread of the job has died, and another one takes its place.
    void restarted() {
        restartedNanos = nanoClock.getAsLong();
        restarts = restarts() + 1;
    }

    public String name() {
        return name;
    }

    public Duration period() {
        return period;
    }

    /// Whether a process in which the job fails should get no traffic.
    public boolean isEssential() {
        return essential;
    }

    /// How much the job has done since its start, in its unit.
    public long done() {
        return done;
    }

    /// Passes that have begun.
    public long runs() {
        return runs;
    }

    /// Failures since the last success.
    public int failures() {
        return failures;
    }

    public long failuresEver() {
        return failuresEver;
    }

    /// Threads that died and were replaced.
    public int restarts() {
        return restarts;
    }

    /// The time since the last restart; empty if there was none.
    public Optional<Duration> sinceRestart() {
        return restarts == 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(nanoClock.getAsLong() - restartedNanos));
    }

    /// The time since the current pass began; zero between passes.
    public Duration inPass() {
        return inPass ? Duration.ofNanos(nanoClock.getAsLong() - begunNanos) : Duration.ZERO;
    }

    /// The duration of the last pass that succeeded.
    public Duration took() {
        return took;
    }

    /// The time since the last success, or since the start if there was none.
    public Duration sinceSuccess() {
        return Duration.ofNanos(nanoClock.getAsLong() - succeededNanos);
    }

    /// Whether the last pass failed, or none has completed for too long.
    public boolean isInTrouble() {
        return failures > 0 || sinceSuccess().compareTo(period.plus(OVERDUE_AFTER)) > 0;
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
