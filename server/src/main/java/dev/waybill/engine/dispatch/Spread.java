package dev.waybill.engine.dispatch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/// Spreads the attempts of slow endpoints over time. Requests that were sent together are often
/// answered together, and the attempts that follow would start at the same moment: thousands of
/// them, ahead of those of quick endpoints. A short delay matters little to an endpoint that takes
/// seconds to answer.
///
/// The rate is a part of the capacity of the processors, and grows with the time that attempts
/// wait, without an upper limit. A large body counts as several attempts.
final class Spread {

    static final Duration STEP = Duration.ofMillis(2);

    /// The rate grows by its initial value for each time that the oldest attempt has waited this
    /// long.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /// Reading and sending this many bytes costs about as much as an attempt.
    static final int BYTES_PER_ATTEMPT = 32 * 1024;

    private record Waiting(Runnable attempt, int weight, long sinceNanos) {}

    private final Executor executor;
    private final Alarm alarm;
    private final LongSupplier nanoClock;
    private final int perStep;
    private final Queue<Waiting> queue = new ArrayDeque<>();

    /// The time of the latest step, and the weight of the attempts started since. An excess over
    /// the rate counts in the following steps.
    private long stepNanos;

    private int begun;
    private boolean stopped;

    /// @param perStep attempts that start in a step while none waits for long
    Spread(Executor executor, Alarm alarm, LongSupplier nanoClock, int perStep) {
        this.executor = executor;
        this.alarm = alarm;
        this.nanoClock = nanoClock;
        this.perStep = perStep;
        this.stepNanos = nanoClock.getAsLong();
    }

    /// @param bytes the size of the body
    void execute(Runnable attempt, int bytes) {
        switch (admit(attempt, 1 + bytes / BYTES_PER_ATTEMPT)) {
            case NOW -> executor.execute(attempt);
            case FIRST_TO_WAIT -> alarm.in(STEP, this::step);
            case WAITS -> {
                // A step is already scheduled.
            }
        }
    }

    private enum Admission {
        NOW,
        FIRST_TO_WAIT,
        WAITS
    }

    private synchronized Admission admit(Runnable attempt, int weight) {
        long now = nanoClock.getAsLong();
        long steps = (now - stepNanos) / STEP.toNanos();
        if (queue.isEmpty() && steps > 0) {
            stepNanos = now;
            begun = (int) Math.max(0, begun - steps * perStep);
        }
        if (stopped || (queue.isEmpty() && begun < perStep)) {
            begun += weight;
            return Admission.NOW;
        }
        queue.add(new Waiting(attempt, weight, now));
        return queue.size() == 1 ? Admission.FIRST_TO_WAIT : Admission.WAITS;
    }

    private void step() {
        var due = take();
        // First, so that an attempt that cannot be started does not block the others forever.
        if (isWaiting()) {
            alarm.in(STEP, this::step);
        }
        due.forEach(executor::execute);
    }

    private synchronized boolean isWaiting() {
        return !queue.isEmpty();
    }

    private synchronized List<Runnable> take() {
        long now = nanoClock.getAsLong();
        var oldest = queue.peek();
        long waited = oldest == null ? 0 : Math.max(0, now - oldest.sinceNanos);
        int allowed = (int) (perStep * (1 + (double) waited / PATIENCE.toNanos()));
        begun = Math.max(0, begun - allowed);
        stepNanos = now;
        var due = new ArrayList<Runnable>();
        while (!queue.isEmpty() && (stopped || begun < allowed)) {
            var next = queue.remove();
            due.add(next.attempt);
            begun += next.weight;
        }
        return due;
    }

    /// The alarm does not ring any more: attempts that wait start now, and later ones at once.
    void stop() {
        synchronized (this) {
            stopped = true;
        }
        take().forEach(executor::execute);
    }
}
