package dev.waybill.infra.db;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// The database's time: its last answer, taken on by the monotonic clock. Processes whose clocks
/// disagree still agree on what is due and what has expired, and a machine whose clock is set anew
/// does not notice.
public final class DatabaseClock implements InstantSource {

    private record Anchor(Instant time, long nanos) {}

    private final LongSupplier nanoClock;
    private volatile Anchor anchor;

    /// Goes by `start` until the database is first asked.
    public DatabaseClock(Instant start, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.anchor = new Anchor(start, nanoClock.getAsLong());
    }

    /// Takes over the database's answer to what time it is. It was true half way between the
    /// question and now, as far as anybody can know.
    public void adjust(long askedNanos, Instant answer) {
        long now = nanoClock.getAsLong();
        anchor = new Anchor(answer.plusNanos((now - askedNanos) / 2), now);
    }

    @Override
    public Instant instant() {
        var last = anchor;
        return last.time.plus(Duration.ofNanos(nanoClock.getAsLong() - last.nanos));
    }
}
