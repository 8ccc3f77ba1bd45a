package dev.waybill.engine.dispatch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The recent response time of an endpoint: a moving mean over its attempts. An attempt that has
/// been under way for a second counts at once, not when it ends. Each counts once, with at most
/// twice the threshold: three attempts in a row that hang make a quick endpoint slow, and three
/// quick ones make it quick again. Not thread-safe; its lane guards it.
final class Tempo {

    enum Speed {
        /// No attempt has ended or run for a second yet.
        UNKNOWN,
        QUICK,
        SLOW
    }

    /// An endpoint whose attempts take less than this is quick.
    static final Duration QUICK_MAX = Duration.ofSeconds(1);

    private static final long QUICK_MAX_NANOS = QUICK_MAX.toNanos();
    private static final long COUNTED_MAX_NANOS = 2 * QUICK_MAX_NANOS;

    /// The weight of the latest attempt is one divided by this.
    private static final int WEIGHT = 4;

    private static final long UNKNOWN = -1;

    private @Nullable Flight oldest;
    private @Nullable Flight newest;
    private long meanNanos = UNKNOWN;

    void started(Flight flight, long nowNanos) {
        flight.startedNanos = nowNanos;
        flight.older = newest;
        if (newest == null) {
            oldest = flight;
        } else {
            newest.newer = flight;
        }
        newest = flight;
    }

    /// The request has ended.
    void answered(Flight flight, long nowNanos) {
        if (!flight.counted) {
            remove(flight);
            count(nowNanos - flight.startedNanos);
        }
    }

    /// The attempt ended without a request, which does not count.
    void unsent(Flight flight) {
        if (!flight.counted) {
            remove(flight);
        }
    }

    Speed speed(long nowNanos) {
        while (oldest != null && nowNanos - oldest.startedNanos >= QUICK_MAX_NANOS) {
            var late = oldest;
            remove(late);
            count(COUNTED_MAX_NANOS);
        }
        if (meanNanos == UNKNOWN) {
            return Speed.UNKNOWN;
        }
        return meanNanos < QUICK_MAX_NANOS ? Speed.QUICK : Speed.SLOW;
    }

    private void remove(Flight flight) {
        flight.counted = true;
        if (flight.older == null) {
            oldest = flight.newer;
        } else {
            flight.older.newer = flight.newer;
        }
        if (flight.newer == null) {
            newest = flight.older;
        } else {
            flight.newer.older = flight.older;
        }
        flight.older = null;
        flight.newer = null;
    }

    private void count(long nanos) {
        long counted = Math.clamp(nanos, 0, COUNTED_MAX_NANOS);
        meanNanos = meanNanos == UNKNOWN ? counted : meanNanos + (counted - meanNanos) / WEIGHT;
    }
}
