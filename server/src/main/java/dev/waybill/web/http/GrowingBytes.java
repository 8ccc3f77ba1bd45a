package dev.waybill.web.http;

import java.util.Arrays;

/// Bytes that take memory as they come: an announced length alone must not cost us any.
final class GrowingBytes {

    /// Most bodies fit; they take nothing from the shared budget.
    private static final int FREE = 16 * 1024;

    private static final byte[] NOTHING = {};

    private final MemoryBudget budget;
    private byte[] bytes = NOTHING;
    private int size;
    private long granted;

    GrowingBytes(MemoryBudget budget) {
        this.budget = budget;
    }

    /// Adds a few more. Room doubles, so that many small pieces cost no more than a few large ones.
    ///
    /// @param expected how many there will be in all, or at most if nobody has said
    void add(byte[] from, int offset, int length, int expected) throws BadRequest {
        if (size + length > bytes.length) {
            int wanted = Math.max(size + length, Math.min(expected, Math.max(FREE, 2 * size)));
            reserve(wanted);
            bytes = Arrays.copyOf(bytes, wanted);
        }
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
    }

    int size() {
        return size;
    }

    byte[] bytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    /// What was granted for it, which whoever takes the bytes has to give back.
    long granted() {
        return granted;
    }

    /// Gives the memory back: nobody will take the bytes.
    void release() {
        budget.giveBack(granted);
        granted = 0;
    }

    private void reserve(int capacity) throws BadRequest {
        if (capacity <= FREE) {
            return;
        }
        long more = capacity - granted;
        if (!budget.grant(more)) {
            throw BadRequest.outOfMemory();
        }
        granted += more;
    }
}
