package dev.waybill.dispatch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;

/// Spreads the attempts of slow endpoints over time. Requests that were sent together are often
/// answered together, and the attempts that follow would begin in the same moment: thousands of
/// them, with those of quick endpoints waiting behind them for a processor. An endpoint that takes
/// seconds to answer loses little by waiting.
///
/// Each step begins one attempt, or as many as empty the queue in about half a second, so that the
/// rate is not limited.
final class Spread implements Executor {

    static final Duration STEP = Duration.ofMillis(2);
    static final int STEPS_TO_EMPTY = 250;

    private final Executor executor;
    private final Alarm alarm;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean stepping;
    private boolean stopped;

    Spread(Executor executor, Alarm alarm) {
        this.executor = executor;
        this.alarm = alarm;
    }

    @Override
    public void execute(Runnable attempt) {
        if (isFirst(attempt)) {
            step();
        }
    }

    /// Adds it to the queue. True if nothing was waiting, so that a step is due at once.
    private synchronized boolean isFirst(Runnable attempt) {
        waiting.add(attempt);
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
        int most = stopped ? waiting.size() : Math.ceilDiv(waiting.size(), STEPS_TO_EMPTY);
        var due = new ArrayList<Runnable>(most);
        for (int i = 0; i < most; i++) {
            due.add(waiting.remove());
        }
        stepping = !due.isEmpty();
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
