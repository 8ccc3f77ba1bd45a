package dev.waybill.infra.db;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// The time of the database: its last answer, advanced by the monotonic clock. Processes with
/// different clocks agree on which deliveries are due or expired, and setting the clock of a
/// machine has no effect.
public final class DatabaseClock implements InstantSource {

    private record Anchor(Instant time, long nanos) {}

    private final LongSupplier nanoClock;
    private volatile Anchor anchor;

    /// Starts at `start` until the database is first asked.
    public DatabaseClock(Instant start, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.anchor = new Anchor(start, nanoClock.getAsLong());
    }

    /// Takes over the time that the database returned. It was correct halfway between the request
    /// and now, as a best estimate.
    public void adjust(long askedNanos, Instant answer) {
        long now = nanoClock.getAsLong();
        anchor = new Anchor(answer.plusNanos((now - askedNanos) / 2), now);
    }

    /// The time of the database minus that of this machine.
    public Duration offsetFrom(InstantSource machine) {
        return Duration.between(machine.instant(), instant());
    }

    @Override
    public Instant instant() {
        var last = anchor;
        return last.time.plus(Duration.ofNanos(nanoClock.getAsLong() - last.nanos));
    }
}
