package dev.waybill.web.http;

import java.time.Duration;

/// The deadline of a transfer that must not be slower than a rate. Each byte moves the deadline,
/// but never further ahead than the patience: a client that was fast gets no longer pause for it.
final class LeastRate {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long patienceNanos;
    private final long nanosPerByte;
    private long movedNanos;
    private long deadlineNanos;

    /// Begins now.
    LeastRate(Duration patience, int bytesPerSecond, long nowNanos) {
        this.patienceNanos = patience.toNanos();
        this.nanosPerByte = NANOS_PER_SECOND / bytesPerSecond;
        this.movedNanos = nowNanos;
        this.deadlineNanos = nowNanos + patienceNanos;
    }

    void moved(int bytes, long nowNanos) {
        long latest = nowNanos + patienceNanos;
        long earned = deadlineNanos + bytes * nanosPerByte;
        movedNanos = nowNanos;
        deadlineNanos = earned - latest < 0 ? earned : latest;
    }

    boolean isMissed(long nowNanos) {
        return nowNanos - deadlineNanos > 0;
    }

    /// Whether no byte has moved for this time.
    boolean isStalled(Duration time, long nowNanos) {
        return nowNanos - movedNanos > time.toNanos();
    }
}
