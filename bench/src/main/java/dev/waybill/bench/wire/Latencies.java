package dev.waybill.bench.wire;

import java.util.Arrays;
import java.util.BitSet;

/// The time of each event from its sending to its first arrival. Guarded by `this`.
final class Latencies {

    /// Five minutes at a thousand a second.
    static final int EVENTS_MAX = 300_000;

    private final long[] nanos = new long[EVENTS_MAX];
    private final BitSet seen = new BitSet();
    private int count;

    synchronized void reset() {
        seen.clear();
        count = 0;
    }

    synchronized int count() {
        return count;
    }

    /// `body` is the beginning of a request that arrived at `arrivedNanos`. Both clocks are
    /// System.nanoTime, which on Linux is CLOCK_MONOTONIC: the same for every process.
    synchronized void record(byte[] body, int length, long arrivedNanos) {
        int numberAt = Payload.after(body, length, Payload.NUMBER_FIELD);
        if (numberAt < 0) {
            return;
        }
        int sentAt = numberAt + Payload.NUMBER_DIGITS + Payload.SENT_FIELD.length();
        if (sentAt + Payload.SENT_DIGITS > length) {
            return;
        }
        int number = (int) Payload.readDigits(body, numberAt, Payload.NUMBER_DIGITS);
        if (count < EVENTS_MAX && !seen.get(number)) {
            seen.set(number);
            nanos[count++] = arrivedNanos - Payload.readDigits(body, sentAt, Payload.SENT_DIGITS);
        }
    }

    /// Count, median, 99th percentile and maximum, in nanoseconds; zeros if nothing arrived.
    synchronized long[] summary() {
        if (count == 0) {
            return new long[4];
        }
        var sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return new long[] {
            count, sorted[count / 2], sorted[(int) (count * 0.99)], sorted[count - 1]
        };
    }
}
