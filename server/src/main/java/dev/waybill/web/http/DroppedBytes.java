package dev.waybill.web.http;

/// Counts the bytes of a body that is not kept, because the request was refused.
final class DroppedBytes implements BodySink {

    private static final byte[] NOTHING = {};

    private int size;

    @Override
    public void add(byte[] from, int offset, int length, int expected) {
        size += length;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public byte[] bytes() {
        return NOTHING;
    }
}
