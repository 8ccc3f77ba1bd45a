package dev.waybill.engine.dispatch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/// Spreads the attempts of slow endpoints over time. Requests that were sent together are often
/// answered together, and the attempts that follow would begin in the same moment: thousands of
/// them, with those of quick endpoints waiting behind them for a processor. An endpoint that takes
/// seconds to answer loses little by waiting.
///
/// The rate is a part of what the processors can do, and grows with the time that attempts wait, so
/// that it has no upper limit.
final class Spread {

    static final Duration STEP = Duration.ofMillis(2);

    /// The rate grows by as much as it was at first for each time that the oldest attempt has
    /// waited for this long.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private record Waiting(Runnable attempt, long sinceNanos) {}

    private final Executor executor;
    private final Alarm alarm;
    private final LongSupplier nanoClock;
    private final int perStep;
    private final Queue<Waiting> queue = new ArrayDeque<>();

    /// When the latest step was, and how many have begun since.
    private long stepNanos;

    private int begun;
    private boolean stopped;

    /// @param perStep attempts that begin in a step while none waits for long
    Spread(Executor executor, Alarm alarm, LongSupplier nanoClock, int perStep) {
        this.executor = executor;
        this.alarm = alarm;
        this.nanoClock = nanoClock;
        this.perStep = perStep;
        this.stepNanos = nanoClock.getAsLong();
    }

    void execute(Runnable attempt) {
        switch (admit(attempt)) {
            case NOW -> executor.execute(attempt);
            case FIRST_TO_WAIT -> alarm.in(STEP, this::step);
            case WAITS -> {
                // A step is due.
            }
        }
    }

    private enum Admission {
        NOW,
        FIRST_TO_WAIT,
        WAITS
    }

    private synchronized Admission admit(Runnable attempt) {
        long now = nanoClock.getAsLong();
        if (queue.isEmpty() && now - stepNanos >= STEP.toNanos()) {
            stepNanos = now;
            begun = 0;
        }
        if (stopped || (queue.isEmpty() && begun < perStep)) {
            begun++;
            return Admission.NOW;
        }
        queue.add(new Waiting(attempt, now));
        return queue.size() == 1 ? Admission.FIRST_TO_WAIT : Admission.WAITS;
    }

    private void step() {
        var due = take();
        // First, so that an attempt that cannot be started does not hold up the others for ever.
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
        int most = stopped ? queue.size() : Math.min(queue.size(), allowed);
        var due = new ArrayList<Runnable>(most);
        for (int i = 0; i < most; i++) {
            due.add(queue.remove().attempt);
        }
        stepNanos = now;
        begun = most;
        return due;
    }

    /// The alarm will not ring any more: what waits begins now, and so does what still comes.
    void stop() {
        synchronized (this) {
            stopped = true;
        }
        take().forEach(executor::execute);
    }
}
