package dev.waybill.engine.lease;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.LongSupplier;

/// How long the database considers this process alive, by the monotonic clock. Every lease taken in
/// a life ends with it. A process that missed its heartbeat begins a new life; the deliveries of
/// the old one belong to the process that rescued them.
public final class ProcessLife {

    /// Two heartbeats further apart than this were not consecutive: some between them did not reach
    /// the database.
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

    /// Another life with the same clocks, not yet registered in the database.
    public ProcessLife next(UUID nextProcessId) {
        return new ProcessLife(nextProcessId, nanoClock, wallClock);
    }

    /// The monotonic clock of this life.
    public long nanoTime() {
        return nanoClock.getAsLong();
    }

    /// To be read before a heartbeat is sent: the database may count from then.
    public Instant wallTime() {
        return wallClock.instant();
    }

    /// Extends the life after a heartbeat was written.
    ///
    /// @param sentNanos when it was sent, not when it was answered
    /// @param sentWall the same by the wall clock
    public void prolong(long sentNanos, Instant sentWall, Duration lifetime) {
        if (sentNanos - last.nanos > GAP_MAX.toNanos()) {
            steadySinceNanos = sentNanos;
        }
        last = new Beat(sentNanos, sentWall, lifetime);
    }

    /// The time since the last heartbeat that the database confirmed was sent.
    public Duration sinceBeat() {
        return Duration.ofNanos(nanoClock.getAsLong() - last.nanos);
    }

    /// Whether our heartbeats have reached the database for so long: then those of all processes
    /// could.
    public boolean steadyFor(Duration time) {
        long now = nanoClock.getAsLong();
        return now - steadySinceNanos >= time.toNanos() && now - last.nanos <= GAP_MAX.toNanos();
    }

    /// Whether work of this length, started now, ends within this life. Both clocks must agree: the
    /// monotonic one may stop while a machine is suspended, and the wall clock can be set.
    public boolean covers(Duration work) {
        var beat = last;
        var room = beat.lifetime.minus(work);
        return nanoClock.getAsLong() - beat.nanos < room.toNanos()
                && Duration.between(beat.wall, wallClock.instant()).compareTo(room) < 0;
    }
}
