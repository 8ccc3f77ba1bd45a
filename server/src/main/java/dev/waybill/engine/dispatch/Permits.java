package dev.waybill.engine.dispatch;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The attempts that may run in the whole process. [Shares] decides how many of them a lane may
/// use. A lane that gets no permit waits in a queue, once, however many deliveries it has: a flood
/// for one endpoint takes one place in the queue. A permit that becomes free goes to the waiting
/// app with the fewest permits, and within it to the lane that has waited longest. Guarded by
/// `this`.
final class Permits {

    private static final Comparator<AppShare> FEWEST =
            Comparator.comparingInt(AppShare::permits).thenComparing(AppShare::appId);

    private final int max;
    private final Shares shares;
    private final long plenty;
    private int used;
    private long arrivals;
    private final Map<Lane, Standing> waiting = new HashMap<>();

    /// The apps with waiting lanes, by standing.
    private final Map<Standing, TreeSet<AppShare>> apps = new EnumMap<>(Standing.class);

    Permits(int max, Shares shares) {
        this.max = max;
        this.shares = shares;
        this.plenty = shares.plenty(max);
    }

    /// Takes a permit while there are plenty, for any lane.
    synchronized boolean acquire(AppShare app) {
        if (used >= plenty) {
            return false;
        }
        change(app, 1);
        return true;
    }

    /// Returns false if the lane must wait; a later [#next] returns it.
    ///
    /// @param held permits that the lane holds
    synchronized boolean acquireOrWait(Lane lane, Tempo.Speed speed, int held) {
        var standing = Standing.of(speed, held, Shares.portion(max, used));
        var app = lane.app();
        if (used < shares.limit(max, standing, app.permits())) {
            change(app, 1);
            return true;
        }
        await(lane, standing);
        return false;
    }

    synchronized int used() {
        return used;
    }

    int max() {
        return max;
    }

    synchronized void release(AppShare app) {
        change(app, -1);
    }

    /// The lane whose turn it is, if there is a permit for it. It may not need one any more, or
    /// have changed, so a caller that released a permit asks until the answer is null.
    synchronized @Nullable Lane next() {
        if (waiting.isEmpty()) {
            return null;
        }
        AppShare first = null;
        var as = Standing.SERVED;
        for (var standing : Standing.values()) {
            var some = apps(standing);
            // If the app with the fewest permits gets none, the others get none.
            if (!some.isEmpty() && isBefore(some.first(), standing, first, as)) {
                first = some.first();
                as = standing;
            }
        }
        if (first == null) {
            return null;
        }
        var lane = first.waiting(as).firstEntry().getKey();
        leave(lane);
        return lane;
    }

    private boolean isBefore(
            AppShare app, Standing standing, @Nullable AppShare other, Standing otherStanding) {
        if (used >= shares.limit(max, standing, app.permits())) {
            return false;
        }
        if (other == null || app.permits() != other.permits()) {
            return other == null || app.permits() < other.permits();
        }
        return arrival(app, standing) < arrival(other, otherStanding);
    }

    private static long arrival(AppShare app, Standing standing) {
        return app.waiting(standing).firstEntry().getValue();
    }

    private NavigableSet<AppShare> apps(Standing standing) {
        return apps.computeIfAbsent(standing, _ -> new TreeSet<>(FEWEST));
    }

    private void await(Lane lane, Standing standing) {
        if (waiting.get(lane) == standing) {
            return;
        }
        leave(lane);
        waiting.put(lane, standing);
        lane.app().waiting(standing).put(lane, arrivals++);
        apps(standing).add(lane.app());
    }

    private void leave(Lane lane) {
        var standing = waiting.remove(lane);
        if (standing != null) {
            var queue = lane.app().waiting(standing);
            queue.remove(lane);
            if (queue.isEmpty()) {
                apps(standing).remove(lane.app());
            }
        }
    }

    /// The order of the apps follows their permits.
    private void change(AppShare app, int by) {
        used += by;
        if (waiting.isEmpty()) {
            app.addPermits(by);
            return;
        }
        for (var standing : Standing.values()) {
            apps(standing).remove(app);
        }
        app.addPermits(by);
        for (var standing : Standing.values()) {
            if (!app.waiting(standing).isEmpty()) {
                apps(standing).add(app);
            }
        }
    }
}
