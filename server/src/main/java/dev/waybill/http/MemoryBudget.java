package dev.waybill.http;

import java.util.concurrent.atomic.AtomicLong;

/// What all bodies that are being received may take together.
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
        left.addAndGet(bytes);
    }
}
