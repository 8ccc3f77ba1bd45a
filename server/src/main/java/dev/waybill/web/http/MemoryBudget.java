package dev.waybill.web.http;

import java.util.concurrent.atomic.AtomicLong;

/// The memory that all connections may hold together: heads, bodies, bytes sent ahead and responses
/// that are not read. It follows the heap. Requests without a key get a quarter of it, and one
/// client's requests without a key a quarter of that, so that neither can take the memory of
/// others.
final class MemoryBudget {

    /// At most an eighth of the heap; deliveries and pages need the rest.
    private static final int HEAP_SHARE = 8;

    private static final long BYTES_MAX = 128L << 20;

    /// Room for two of the largest bodies on any heap.
    private static final long BYTES_MIN = 20L << 20;

    private static final int ANONYMOUS_SHARE = 4;
    private static final int CLIENT_SHARE = 4;

    private final long max;
    private final AtomicLong held = new AtomicLong();
    private final AtomicLong anonymous = new AtomicLong();

    MemoryBudget(long bytes) {
        this.max = bytes;
    }

    static MemoryBudget ofHeap(long heapBytes) {
        return new MemoryBudget(Math.clamp(heapBytes / HEAP_SHARE, BYTES_MIN, BYTES_MAX));
    }

    /// Takes memory for a request of this client; false if not enough is left.
    boolean grant(long bytes, Trust trust, Client client) {
        if (!add(held, bytes, max)) {
            return false;
        }
        if (trust == Trust.ANONYMOUS && !grantAnonymous(bytes, client)) {
            held.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    private boolean grantAnonymous(long bytes, Client client) {
        long share = max / ANONYMOUS_SHARE;
        if (!add(anonymous, bytes, share)) {
            return false;
        }
        long limit = client.isProxy() ? share : share / CLIENT_SHARE;
        if (!add(client.bytes(), bytes, limit)) {
            anonymous.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    void giveBack(long bytes, Trust trust, Client client) {
        // Most connections hold nothing, and all threads share these numbers.
        if (bytes == 0) {
            return;
        }
        held.addAndGet(-bytes);
        if (trust == Trust.ANONYMOUS) {
            identify(bytes, client);
        }
    }

    /// Memory that was taken for an anonymous request no longer counts as such.
    void identify(long bytes, Client client) {
        anonymous.addAndGet(-bytes);
        client.bytes().addAndGet(-bytes);
    }

    /// All memory that is held now.
    long held() {
        return held.get();
    }

    long max() {
        return max;
    }

    /// Never above the maximum, not even for a moment: others would be refused meanwhile.
    private static boolean add(AtomicLong sum, long bytes, long max) {
        for (long before = sum.get(); before + bytes <= max; before = sum.get()) {
            if (sum.compareAndSet(before, before + bytes)) {
                return true;
            }
        }
        return false;
    }
}
