package dev.waybill.web.http;

import java.util.Arrays;

/// Bytes of a connection that wait: the beginning of a head, or requests that were sent before the
/// last one was answered. Confined to the connection's event loop.
final class Unread {

    private static final byte[] NOTHING = {};

    /// Not charged, so that a client with a key can send a head in two pieces while clients without
    /// a key have used up their share of the memory.
    private static final int FREE_BYTES = 1024;

    private byte[] bytes = NOTHING;
    private int from;
    private Charge charge;

    Unread(Charge charge) {
        this.charge = charge;
    }

    boolean isEmpty() {
        return bytes.length == from;
    }

    Trust trust() {
        return charge.trust();
    }

    /// Takes a copy of the bytes, if there is memory for it.
    boolean copy(byte[] all, int start, int end) {
        return keep(Arrays.copyOfRange(all, start, end), 0);
    }

    /// Takes the array itself from this position on, if there is memory for it.
    boolean keep(byte[] all, int start) {
        bytes = all;
        from = start;
        return charge.change(charged());
    }

    /// The bytes, followed by more; they are no longer stored here.
    Bytes join(byte[] more, int count) {
        var all = Arrays.copyOf(bytes, bytes.length + count);
        System.arraycopy(more, 0, all, bytes.length, count);
        var joined = new Bytes(all, from);
        clear();
        return joined;
    }

    /// The bytes, which are no longer stored here.
    Bytes take() {
        var taken = new Bytes(bytes, from);
        clear();
        return taken;
    }

    private void clear() {
        bytes = NOTHING;
        from = 0;
    }

    /// Releases the memory of bytes that are no longer stored.
    void settle() {
        charge.change(charged());
    }

    private int charged() {
        return Math.max(0, bytes.length - FREE_BYTES);
    }

    /// Drops the bytes.
    void drop() {
        clear();
        settle();
    }

    /// Uses another charge from now on. No bytes may be stored.
    void chargeTo(Charge other) {
        charge.release();
        charge = other;
    }

    void release() {
        clear();
        charge.release();
    }

    /// Bytes from a position on.
    record Bytes(byte[] all, int from) {}
}
