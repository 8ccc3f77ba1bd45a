package dev.waybill.web.http;

import java.util.concurrent.atomic.AtomicLong;

/// What the bodies of all requests may take together, until those are answered.
final class MemoryBudget {

    private final AtomicLong left;

    MemoryBudget(long bytes) {
        this.left = new AtomicLong(bytes);
    }

    boolean grant(long bytes) {
        if (left.addAndGet(-bytes) >= 0) {
            return true;
        }
        left.addAndGet(bytes);
        return false;
    }

    void giveBack(long bytes) {
        // Most bodies took nothing, and all loops and writers share this number.
        if (bytes > 0) {
            left.addAndGet(bytes);
        }
    }
}
