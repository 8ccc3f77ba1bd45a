package dev.waybill.web.http;

/// A body whose length was announced.
final class SizedBody implements BodyReader {

    private final int length;
    private final GrowingBytes received;

    SizedBody(int length, GrowingBytes received) {
        this.length = length;
        this.received = received;
    }

    @Override
    public int take(byte[] bytes, int from, int to) throws BadRequest {
        int taken = Math.min(length - received.size(), to - from);
        received.add(bytes, from, taken, length);
        return from + taken;
    }

    @Override
    public boolean complete() {
        return received.size() == length;
    }

    @Override
    public byte[] body() {
        return received.bytes();
    }

    @Override
    public long granted() {
        return received.granted();
    }

    @Override
    public void release() {
        received.release();
    }
}
