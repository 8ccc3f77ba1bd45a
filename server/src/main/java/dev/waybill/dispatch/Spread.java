package dev.waybill.dispatch;

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

    /// The rate doubles with each time that the oldest attempt has waited for this long.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private record Waiting(Runnable attempt, long sinceNanos) {}

    private final Executor executor;
    private final Alarm alarm;
    private final LongSupplier nanoClock;
    private final int perStep;
    private final Queue<Waiting> queue = new ArrayDeque<>();
    private boolean stepping;
    private boolean stopped;

    /// @param perStep attempts that begin in a step while none waits for long
    Spread(Executor executor, Alarm alarm, LongSupplier nanoClock, int perStep) {
        this.executor = executor;
        this.alarm = alarm;
        this.nanoClock = nanoClock;
        this.perStep = perStep;
    }

    void execute(Runnable attempt) {
        if (add(attempt)) {
            step();
        }
    }

    /// True if no step is due, so that one should be made at once.
    private synchronized boolean add(Runnable attempt) {
        queue.add(new Waiting(attempt, nanoClock.getAsLong()));
        boolean first = !stepping || stopped;
        stepping = true;
        return first;
    }

    private void step() {
        var due = take();
        due.forEach(executor::execute);
        if (!due.isEmpty()) {
            alarm.in(STEP, this::step);
        }
    }

    private synchronized List<Runnable> take() {
        int most = stopped ? queue.size() : Math.min(queue.size(), allowed());
        var due = new ArrayList<Runnable>(most);
        for (int i = 0; i < most; i++) {
            due.add(queue.remove().attempt);
        }
        stepping = !due.isEmpty();
        return due;
    }

    private int allowed() {
        var oldest = queue.peek();
        if (oldest == null) {
            return 0;
        }
        double waited = nanoClock.getAsLong() - oldest.sinceNanos;
        return (int) (perStep * (1 + Math.max(0, waited) / PATIENCE.toNanos()));
    }

    /// The alarm will not ring any more: what waits begins now, and so does what still comes.
    void stop() {
        synchronized (this) {
            stopped = true;
        }
        take().forEach(executor::execute);
    }
}
