package dev.waybill.engine.deliver.client;

import dev.waybill.engine.deliver.egress.Failed;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Reads the bytes that a receiver sends, as lines or as bytes, through a limited buffer that
/// belongs to the connection. Lines end with CRLF, or with LF, which is noted; other input that two
/// parsers could read differently is refused.
final class ResponseInput {

    /// Including its end. The limit of common servers.
    static final int LINE_BYTES_MAX = 8 * 1024;

    /// Most answers fit; the buffer grows for a longer line.
    private static final int BUFFER_BYTES_FIRST = 2 * 1024;

    private final InputStream in;
    private final Line line = new Line();
    private byte[] buffer = new byte[BUFFER_BYTES_FIRST];
    private int start;
    private int end;
    private int lineBytesLeft;
    private boolean begun;
    private boolean bareLineFeed;

    ResponseInput(InputStream in) {
        this.in = in;
    }

    /// A new answer is expected.
    void begin() {
        begun = false;
        bareLineFeed = false;
    }

    boolean begun() {
        return begun;
    }

    boolean isEmpty() {
        return start == end;
    }

    /// Whether a line of this answer ended with LF alone. A recipient may take it as the end of the
    /// line (RFC 9112 §2.2) and need not, so another one may see the answer end elsewhere.
    boolean hadBareLineFeed() {
        return bareLineFeed;
    }

    /// From here on all lines together may take this many bytes.
    void allowLines(int bytesMax) {
        lineBytesLeft = bytesMax;
    }

    /// The next line, valid until the next call of any method.
    Line line() throws IOException {
        int scanned = start;
        while (true) {
            while (scanned < end) {
                if (buffer[scanned++] == '\n') {
                    return lineUpTo(scanned);
                }
            }
            int length = end - start;
            if (!fill()) {
                throw ended(length);
            }
            scanned = start + length;
        }
    }

    private Line lineUpTo(int next) throws Failed {
        lineBytesLeft -= next - start;
        if (lineBytesLeft < 0) {
            throw Failed.tooLarge("too many bytes in status line, headers and chunk sizes");
        }
        int last = next - 1;
        if (last > start && buffer[last - 1] == '\r') {
            last--;
        } else {
            bareLineFeed = true;
        }
        line.set(buffer, start, last);
        start = next;
        if (line.hasControl()) {
            throw Failed.notHttp("a line contains a control character");
        }
        return line;
    }

    /// In the middle of a line the answer is not valid HTTP; between lines the connection was
    /// closed.
    private static IOException ended(int lineBytes) {
        return lineBytes > 0
                ? Failed.notHttp("the response ended in the middle of a line")
                : new EOFException("the response ended before it was complete");
    }

    /// The number of bytes that can be read without waiting. Waits if there are none. 0 means the
    /// end.
    int await() throws IOException {
        return isEmpty() && !fill() ? 0 : end - start;
    }

    void copy(int count, byte[] into, int at) {
        System.arraycopy(buffer, start, into, at, count);
    }

    void skip(int count) {
        start += count;
    }

    /// Reads once. Returns false at the end.
    private boolean fill() throws IOException {
        makeRoom();
        int count = in.read(buffer, end, buffer.length - end);
        if (count <= 0) {
            return false;
        }
        begun = true;
        end += count;
        return true;
    }

    private void makeRoom() throws Failed {
        if (start == end) {
            start = 0;
            end = 0;
        } else if (end < buffer.length) {
            return;
        } else if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            end -= start;
            start = 0;
        } else if (buffer.length < LINE_BYTES_MAX) {
            buffer = Arrays.copyOf(buffer, Math.min(LINE_BYTES_MAX, 2 * buffer.length));
        } else {
            throw Failed.tooLarge("a line is too long");
        }
    }
}
