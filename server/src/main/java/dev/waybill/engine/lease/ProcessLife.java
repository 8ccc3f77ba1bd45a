package dev.waybill.engine.lease;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.LongSupplier;

/// How long the database takes this process for alive, by the monotonic clock. Every lease taken
/// under a life ends with it; a process that missed its heartbeat begins a new life, and what it
/// held in the old one belongs to whoever rescued it.
public final class ProcessLife {

    /// Two heartbeats that are further apart than this were not sent one after the other: some
    /// between them did not get through.
    static final Duration GAP_MAX = Duration.ofSeconds(15);

    private record Beat(long nanos, Instant wall, Duration lifetime) {}

    private final UUID processId;
    private final LongSupplier nanoClock;
    private final InstantSource wallClock;
    private volatile Beat last;
    private volatile long steadySinceNanos;

    public ProcessLife(UUID processId, LongSupplier nanoClock, InstantSource wallClock) {
        this.processId = processId;
        this.nanoClock = nanoClock;
        this.wallClock = wallClock;
        this.last = new Beat(nanoClock.getAsLong(), wallClock.instant(), Duration.ZERO);
        this.steadySinceNanos = last.nanos;
    }

    public UUID processId() {
        return processId;
    }

    /// Another life by the same clocks, not yet written down anywhere.
    public ProcessLife next(UUID nextProcessId) {
        return new ProcessLife(nextProcessId, nanoClock, wallClock);
    }

    /// The monotonic clock that this life goes by.
    public long nanoTime() {
        return nanoClock.getAsLong();
    }

    /// To be taken before a heartbeat is sent: the database may count from then.
    public Instant wallTime() {
        return wallClock.instant();
    }

    /// A heartbeat was written.
    ///
    /// @param sentNanos when it was sent, not when its answer came
    /// @param sentWall the same by the wall clock
    public void prolong(long sentNanos, Instant sentWall, Duration lifetime) {
        if (sentNanos - last.nanos > GAP_MAX.toNanos()) {
            steadySinceNanos = sentNanos;
        }
        last = new Beat(sentNanos, sentWall, lifetime);
    }

    /// Whether our heartbeats have been getting through for so long: then so could everybody's.
    public boolean steadyFor(Duration time) {
        long now = nanoClock.getAsLong();
        return now - steadySinceNanos >= time.toNanos() && now - last.nanos <= GAP_MAX.toNanos();
    }

    /// Whether something that takes this long, begun now, ends while its lease still holds. Both
    /// clocks must say so: the monotonic one stands still while a machine is suspended, the other
    /// one can be set.
    public boolean covers(Duration work) {
        var beat = last;
        var room = beat.lifetime.minus(work);
        return nanoClock.getAsLong() - beat.nanos < room.toNanos()
                && Duration.between(beat.wall, wallClock.instant()).compareTo(room) < 0;
    }
}
