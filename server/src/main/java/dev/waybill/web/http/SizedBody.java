package dev.waybill.web.http;

/// A body whose length was announced.
final class SizedBody implements BodyReader {

    private final int length;
    private final BodySink received;

    SizedBody(int length, BodySink received) {
        this.length = length;
        this.received = received;
    }

    @Override
    public int take(byte[] bytes, int from, int to) throws BadRequest {
        int taken = Math.min(missing(), to - from);
        received.add(bytes, from, taken, length);
        return from + taken;
    }

    @Override
    public boolean complete() {
        return missing() == 0;
    }

    @Override
    public int missing() {
        return length - received.size();
    }
}
