package dev.waybill.web.http;

import java.util.Arrays;
import java.util.function.LongPredicate;

/// Keeps bytes and takes memory as they arrive: an announced length alone costs nothing.
final class GrowingBytes implements BodySink {

    /// Most bodies fit, and are then copied once.
    private static final int FIRST = 16 * 1024;

    private static final byte[] NOTHING = {};

    private final LongPredicate memory;
    private byte[] bytes = NOTHING;
    private int size;

    /// Keeps nothing yet.
    ///
    /// @param memory grants more bytes, or refuses them
    GrowingBytes(LongPredicate memory) {
        this.memory = memory;
    }

    /// The capacity doubles, so that many small pieces cost no more than a few large ones.
    @Override
    public void add(byte[] from, int offset, int length, int expected) throws BadRequest {
        if (size + length > bytes.length) {
            int wanted = Math.max(size + length, Math.min(expected, Math.max(FIRST, 2 * size)));
            if (!memory.test(wanted - bytes.length)) {
                throw BadRequest.outOfMemory();
            }
            bytes = Arrays.copyOf(bytes, wanted);
        }
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public byte[] bytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }
}
