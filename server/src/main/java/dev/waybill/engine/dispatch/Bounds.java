package dev.waybill.engine.dispatch;

/// The limits that all lanes of a process share: attempts under way, deliveries held in memory, and
/// the bytes of their bodies. Each grows with the heap, up to the needs of a heap of 2 GB.
///
/// @param shares how the lanes share them
public record Bounds(int permits, int places, long bytes, Shares shares) {

    /// Ten thousand slow attempts, and the reserve for quick ones.
    static final int PERMITS_MAX = 12_500;

    static final int PLACES_MAX = 50_000;
    static final long BYTES_MAX = 128L << 20;

    /// An attempt needs a socket, a stack and buffers, about 50 KB with TLS. All permits together
    /// need a third of the heap.
    private static final long HEAP_PER_PERMIT = 160 << 10;

    /// A place needs about a kilobyte in addition to the body.
    private static final long HEAP_PER_PLACE = 10 << 10;

    private static final long HEAP_PER_BODY_BYTE = 16;

    /// Room for a few of the largest bodies on any heap.
    private static final long BYTES_MIN = 8L << 20;

    public Bounds(int permits, int places, long bytes) {
        this(permits, places, bytes, Shares.STANDARD);
    }

    public static Bounds of(long heap) {
        return new Bounds(
                Math.clamp(heap / HEAP_PER_PERMIT, 100, PERMITS_MAX),
                Math.clamp(heap / HEAP_PER_PLACE, 1_000, PLACES_MAX),
                Math.clamp(heap / HEAP_PER_BODY_BYTE, BYTES_MIN, BYTES_MAX));
    }
}
