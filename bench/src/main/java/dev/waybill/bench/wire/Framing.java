package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;

/// Finds the ends of HTTP/1.1 messages, requests and responses alike, without allocating memory for
/// each. It supports what the two sides of a benchmark send: a length, or chunks, and no trailers.
/// Confined to one thread, one per connection.
public final class Framing {

    /// The service sends a tenth of this; more means that the position was lost.
    private static final int HEAD_BYTES_MAX = 16 * 1024;

    private static final byte[] CONTENT_LENGTH = "content-length:".getBytes(US_ASCII);
    private static final byte[] TRANSFER_ENCODING = "transfer-encoding:".getBytes(US_ASCII);

    /// The position of the status in "HTTP/1.1 200".
    private static final int STATUS_AT = 9;

    private enum Part {
        HEAD,
        BODY,
        CHUNK_SIZE,
        CHUNK,
        LAST_CHUNK
    }

    private final byte[] head = new byte[HEAD_BYTES_MAX];
    private final byte[] prefix;
    private Part part = Part.HEAD;
    private int headLength;
    private int prefixLength;

    /// Remaining bytes of the body, the chunk or the end of the chunks.
    private long left;

    private long chunkSize;

    /// @param prefixBytesMax how much of each body to keep for [#prefix]
    public Framing(int prefixBytesMax) {
        this.prefix = new byte[prefixBytesMax];
    }

    /// Consumes `in` to the end of the message, or all of it. Returns whether the message ended;
    /// the rest of `in` belongs to the next one.
    public boolean advance(ByteBuffer in) {
        while (in.hasRemaining()) {
            boolean ended =
                    switch (part) {
                        case HEAD -> head(in);
                        case BODY -> body(in, Part.HEAD);
                        case CHUNK_SIZE -> chunkSize(in);
                        case CHUNK -> body(in, Part.CHUNK_SIZE);
                        case LAST_CHUNK -> skip(in, Part.HEAD);
                    };
            if (ended && part == Part.HEAD) {
                return true;
            }
        }
        return false;
    }

    /// Of the latest response.
    public int status() {
        return 100 * (head[STATUS_AT] - '0')
                + 10 * (head[STATUS_AT + 1] - '0')
                + (head[STATUS_AT + 2] - '0');
    }

    /// The beginning of the latest body, [#prefixLength] bytes of it.
    public byte[] prefix() {
        return prefix;
    }

    public int prefixLength() {
        return prefixLength;
    }

    /// Returns whether the message has no body and ends with its head.
    private boolean head(ByteBuffer in) {
        if (headLength == 0) {
            prefixLength = 0;
        }
        while (in.hasRemaining()) {
            if (headLength == HEAD_BYTES_MAX) {
                throw new IllegalStateException("a head of over " + HEAD_BYTES_MAX + " bytes");
            }
            byte next = in.get();
            head[headLength++] = next;
            if (next == '\n' && headLength > 3 && head[headLength - 3] == '\n') {
                readHead();
                headLength = 0;
                return part == Part.HEAD;
            }
        }
        return false;
    }

    private void readHead() {
        left = 0;
        int line = 0;
        for (int i = 0; i < headLength; i++) {
            if (head[i] == '\n') {
                if (startsWith(line, CONTENT_LENGTH)) {
                    left = number(line + CONTENT_LENGTH.length, i);
                } else if (startsWith(line, TRANSFER_ENCODING)) {
                    part = Part.CHUNK_SIZE;
                    chunkSize = 0;
                    return;
                }
                line = i + 1;
            }
        }
        part = left > 0 ? Part.BODY : Part.HEAD;
    }

    private boolean startsWith(int at, byte[] name) {
        if (headLength - at < name.length) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            // Lower case for letters; a dash and a colon have the bit already.
            if ((head[at + i] | 0x20) != name[i]) {
                return false;
            }
        }
        return true;
    }

    private long number(int from, int to) {
        long number = 0;
        for (int i = from; i < to; i++) {
            if (head[i] >= '0' && head[i] <= '9') {
                number = 10 * number + head[i] - '0';
            }
        }
        return number;
    }

    private boolean body(ByteBuffer in, Part next) {
        int here = (int) Math.min(left, in.remaining());
        int kept = Math.min(here, prefix.length - prefixLength);
        in.get(in.position(), prefix, prefixLength, kept);
        prefixLength += kept;
        return skip(in, next);
    }

    private boolean skip(ByteBuffer in, Part next) {
        int here = (int) Math.min(left, in.remaining());
        in.position(in.position() + here);
        left -= here;
        if (left > 0) {
            return false;
        }
        part = next;
        return true;
    }

    /// Always false: a size is never the end of a message.
    private boolean chunkSize(ByteBuffer in) {
        while (in.hasRemaining()) {
            byte next = in.get();
            if (next == '\n') {
                part = chunkSize == 0 ? Part.LAST_CHUNK : Part.CHUNK;
                left = chunkSize + 2;
                chunkSize = 0;
                return false;
            }
            int digit = Character.digit(next, 16);
            if (digit >= 0) {
                chunkSize = 16 * chunkSize + digit;
            }
        }
        return false;
    }
}
