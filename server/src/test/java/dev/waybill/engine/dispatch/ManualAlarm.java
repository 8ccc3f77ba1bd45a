package dev.waybill.engine.dispatch;

import dev.waybill.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Rings when the test triggers it, for tasks that are due by its clock.
final class ManualAlarm implements Alarm {

    private record Set(Instant at, Runnable task) {}

    private final ManualClock clock;
    private final List<Set> set = new ArrayList<>();

    ManualAlarm(ManualClock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized void in(Duration delay, Runnable task) {
        set.add(new Set(clock.instant().plus(delay), task));
    }

    void ring() {
        var due = new ArrayList<Runnable>();
        synchronized (this) {
            set.removeIf(alarm -> !alarm.at().isAfter(clock.instant()) && due.add(alarm.task()));
        }
        due.forEach(Runnable::run);
    }

    @Override
    public synchronized void stop() {
        set.clear();
    }
}
