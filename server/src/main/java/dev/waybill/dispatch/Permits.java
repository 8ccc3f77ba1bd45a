package dev.waybill.dispatch;

import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/// How many attempts may be under way in the whole process. Lanes that find none left wait their
/// turn, each once, however much is in it: one endpoint's flood is one place in the queue. Guarded
/// by `this`.
final class Permits {

    private final LinkedHashSet<Lane> waiting = new LinkedHashSet<>();
    private int free;

    Permits(int max) {
        this.free = max;
    }

    /// False if the lane must wait; it will be the answer of a later [#next].
    synchronized boolean acquire(Lane lane) {
        if (free == 0) {
            waiting.add(lane);
            return false;
        }
        free--;
        return true;
    }

    synchronized void release() {
        free++;
    }

    /// The lane whose turn it is, if there is a permit for it. It may have lost interest meanwhile,
    /// so whoever released a permit asks until the answer is null.
    synchronized @Nullable Lane next() {
        return free == 0 || waiting.isEmpty() ? null : waiting.removeFirst();
    }
}
