package dev.waybill.web.http;

/// A body in chunks (RFC 9112 §7.1). Extensions and trailers are skipped, within limits; characters
/// that are not allowed in a head are not allowed in them either.
final class ChunkedBody implements BodyReader {

    /// Limit of a line with the size of a chunk and its extensions.
    private static final int SIZE_LINE_MAX = 256;

    /// Seven hex digits exceed every limit of a body.
    private static final int SIZE_DIGITS_MAX = 7;

    private enum Stage {
        SIZE,
        DATA,
        DATA_END,
        TRAILERS,
        DONE
    }

    private final int bytesMax;
    private final BodySink received;
    private final BadRequest tooLarge;
    private final ChunkExtension extension = new ChunkExtension();
    private Stage stage = Stage.SIZE;
    private int left;
    private int size;
    private int digits;
    private int lineLength;
    private int trailerBytes;
    private int trailers;
    private boolean named;
    private boolean returned;

    ChunkedBody(int bytesMax, BodySink received, BadRequest tooLarge) {
        this.bytesMax = bytesMax;
        this.received = received;
        this.tooLarge = tooLarge;
    }

    @Override
    public int take(byte[] bytes, int from, int to) throws BadRequest {
        int i = from;
        while (i < to && stage != Stage.DONE) {
            if (stage == Stage.DATA) {
                int taken = Math.min(left, to - i);
                received.add(bytes, i, taken, bytesMax);
                i += taken;
                left -= taken;
                stage = left == 0 ? Stage.DATA_END : Stage.DATA;
            } else {
                step(bytes[i++]);
            }
        }
        return i;
    }

    /// Processes one byte between the data.
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
            case TRAILERS -> trailer(b, lineEnds);
            case DATA, DONE -> throw new AssertionError(stage);
        }
    }

    private void size(byte b, boolean lineEnds) throws BadRequest {
        if (lineEnds) {
            if (digits == 0) {
                throw BadRequest.because("A chunk must begin with its length.");
            }
            extension.end();
            begin();
        } else if (++lineLength > SIZE_LINE_MAX) {
            throw BadRequest.because("A chunk's first line is too long.");
        } else if (extension.begun() || (b == ';' && digits > 0)) {
            extension.take(b);
        } else {
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
        if (received.size() + (long) left > bytesMax) {
            throw tooLarge;
        }
        stage = left == 0 ? Stage.TRAILERS : Stage.DATA;
        size = 0;
        digits = 0;
        lineLength = 0;
    }

    private void dataEnd(boolean lineEnds) throws BadRequest {
        if (!lineEnds) {
            throw BadRequest.because("A chunk is longer than its length.");
        }
        stage = Stage.SIZE;
    }

    private void trailer(byte b, boolean lineEnds) throws BadRequest {
        if (++trailerBytes > Limits.HEAD_BYTES_MAX) {
            throw BadRequest.of(ProblemType.HEAD_TOO_LARGE, "The trailers are too long.");
        }
        if (!lineEnds) {
            trailerByte(b);
        } else if (lineLength == 0) {
            stage = Stage.DONE;
        } else if (!named) {
            throw BadRequest.because("A trailer must be a name, a colon and a value.");
        } else if (++trailers > Limits.HEADERS_MAX) {
            throw BadRequest.of(ProblemType.HEAD_TOO_LARGE, "There are too many trailers.");
        } else {
            lineLength = 0;
            named = false;
        }
    }

    private void trailerByte(byte b) throws BadRequest {
        boolean first = lineLength++ == 0;
        if (named) {
            if (RequestHead.isControl(b)) {
                throw BadRequest.because("A trailer's value contains a control character.");
            }
        } else if (b == ':' && !first) {
            named = true;
        } else if (!RequestHead.isTokenChar(b)) {
            throw BadRequest.because("A trailer's name contains a character that is not allowed.");
        }
    }

    @Override
    public boolean complete() {
        return stage == Stage.DONE;
    }

    /// The next bytes may be anything up to the end of the body.
    @Override
    public int missing() {
        return Integer.MAX_VALUE;
    }
}
