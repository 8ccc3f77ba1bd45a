package dev.waybill.http;

/// A body in chunks (RFC 9112 §7.1). Extensions and trailers are passed over, within bounds.
final class ChunkedBody implements BodyReader {

    /// A line that says how long a chunk is, with whatever extensions.
    private static final int SIZE_LINE_MAX = 256;

    /// Seven hex digits are far more than a body may have.
    private static final int SIZE_DIGITS_MAX = 7;

    private enum Stage {
        SIZE,
        DATA,
        DATA_END,
        TRAILERS,
        DONE
    }

    private final GrowingBytes received;
    private Stage stage = Stage.SIZE;
    private int left;
    private int size;
    private int digits;
    private int lineLength;
    private int trailerBytes;
    private boolean extension;
    private boolean returned;

    ChunkedBody(GrowingBytes received) {
        this.received = received;
    }

    @Override
    public int take(byte[] bytes, int from, int to) throws BadRequest {
        int i = from;
        while (i < to && stage != Stage.DONE) {
            if (stage == Stage.DATA) {
                int taken = Math.min(left, to - i);
                received.add(bytes, i, taken, Limits.BODY_BYTES_MAX);
                i += taken;
                left -= taken;
                stage = left == 0 ? Stage.DATA_END : Stage.DATA;
            } else {
                step(bytes[i++]);
            }
        }
        return i;
    }

    /// One byte of what stands between the data.
    private void step(byte b) throws BadRequest {
        if (returned && b != '\n') {
            throw BadRequest.because("A line between chunks must end with CR LF.");
        }
        if (b == '\r') {
            returned = true;
            return;
        }
        if (b == '\n' && !returned) {
            throw BadRequest.because("A line between chunks must end with CR LF.");
        }
        boolean lineEnds = b == '\n';
        returned = false;
        switch (stage) {
            case SIZE -> size(b, lineEnds);
            case DATA_END -> dataEnd(lineEnds);
            case TRAILERS -> trailers(lineEnds);
            case DATA, DONE -> throw new AssertionError(stage);
        }
    }

    private void size(byte b, boolean lineEnds) throws BadRequest {
        if (lineEnds) {
            if (digits == 0) {
                throw BadRequest.because("A chunk must say how long it is.");
            }
            begin();
        } else if (++lineLength > SIZE_LINE_MAX) {
            throw BadRequest.because("A chunk's first line is too long.");
        } else if (b == ';' && digits > 0) {
            extension = true;
        } else if (!extension) {
            digit(b);
        }
    }

    private void digit(byte b) throws BadRequest {
        int digit = Character.digit(b, 16);
        if (digit < 0 || ++digits > SIZE_DIGITS_MAX) {
            throw BadRequest.because("A chunk's length must be a hexadecimal number.");
        }
        size = 16 * size + digit;
    }

    private void begin() throws BadRequest {
        left = size;
        if (received.size() + (long) left > Limits.BODY_BYTES_MAX) {
            throw BadRequest.bodyTooLarge();
        }
        stage = left == 0 ? Stage.TRAILERS : Stage.DATA;
        size = 0;
        digits = 0;
        lineLength = 0;
        extension = false;
    }

    private void dataEnd(boolean lineEnds) throws BadRequest {
        if (!lineEnds) {
            throw BadRequest.because("A chunk is longer than it said.");
        }
        stage = Stage.SIZE;
    }

    private void trailers(boolean lineEnds) throws BadRequest {
        if (++trailerBytes > Limits.HEAD_BYTES_MAX) {
            throw BadRequest.of(ProblemType.HEAD_TOO_LARGE, "The trailers are too long.");
        }
        if (!lineEnds) {
            lineLength++;
        } else if (lineLength > 0) {
            lineLength = 0;
        } else {
            stage = Stage.DONE;
        }
    }

    @Override
    public boolean complete() {
        return stage == Stage.DONE;
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
