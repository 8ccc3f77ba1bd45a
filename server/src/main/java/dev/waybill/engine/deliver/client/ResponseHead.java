package dev.waybill.engine.deliver.client;

import dev.waybill.engine.deliver.egress.Failed;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The parts of the status line and headers that are needed: the status, the end of the body,
/// whether the connection stays open, and the time of a retry (RFC 9112). The headers of a refusal
/// are kept for display; others are skipped.
final class ResponseHead {

    static final int HEAD_BYTES_MAX = 64 * 1024;
    static final int HEADERS_MAX = 100;

    /// No receiver needs more than one or two; without a limit they could continue until the
    /// deadline.
    static final int INTERIM_MAX = 8;

    /// More digits would mean a body of 10^18 bytes.
    private static final int LENGTH_DIGITS_MAX = 18;

    private static final int STATUS_AT = "HTTP/1.1 ".length();
    private static final int SWITCHING_PROTOCOLS = 101;

    private int status;
    private boolean http11;
    private long contentLength = -1;
    private boolean encoded;
    private boolean chunked;
    private boolean close;
    private boolean keepAlive;
    private @Nullable String retryAfter;
    private @Nullable KeptHeaders kept;

    private ResponseHead() {}

    /// The first head that is not interim. The limits are for all of them together.
    static ResponseHead read(ResponseInput in) throws IOException {
        in.allowLines(HEAD_BYTES_MAX);
        int headersLeft = HEADERS_MAX;
        for (int interim = 0; interim <= INTERIM_MAX; interim++) {
            var head = new ResponseHead();
            head.readStatus(in.line());
            headersLeft = head.readHeaders(in, headersLeft);
            if (head.status >= 200) {
                head.check();
                return head;
            }
        }
        throw Failed.tooLarge("too many interim responses");
    }

    int status() {
        return status;
    }

    @Nullable String retryAfter() {
        return retryAfter;
    }

    /// For display; null if the answer is not a refusal. Most are not, and every delivery would pay
    /// for keeping them.
    byte @Nullable [] kept() {
        return kept == null ? null : kept.bytes();
    }

    boolean hasBody() {
        return status != 204 && status != 304;
    }

    boolean chunked() {
        return chunked;
    }

    /// In bytes; negative if it was not given.
    long contentLength() {
        return contentLength;
    }

    /// Whether the connection may be used again if the body ends as announced.
    boolean persistent() {
        // Two lengths, or chunks in HTTP/1.0, which does not have them: an intermediary may have
        // read the other one (RFC 9112 §6.1).
        boolean doubtful = encoded && (contentLength >= 0 || !http11);
        return !doubtful && !close && (http11 || keepAlive);
    }

    private void readStatus(Line line) throws Failed {
        boolean http = line.startsWith("HTTP/1.1 ") || line.startsWith("HTTP/1.0 ");
        int end = STATUS_AT + 3;
        if (!http || line.length() < end || (line.length() > end && line.at(end) != ' ')) {
            throw Failed.notHttp("no status line");
        }
        http11 = line.at(STATUS_AT - 2) == '1';
        status = (int) number(line, STATUS_AT, end);
        // The request did not ask for another protocol.
        if (status < 100 || status == SWITCHING_PROTOCOLS) {
            throw Failed.notHttp("the status is not one of a response");
        }
        kept = status >= 300 ? new KeptHeaders() : null;
    }

    private int readHeaders(ResponseInput in, int headersMax) throws IOException {
        int left = headersMax;
        for (var line = in.line(); !line.isEmpty(); line = in.line()) {
            if (--left < 0) {
                throw Failed.tooLarge("too many headers");
            }
            readHeader(line);
        }
        return left;
    }

    private void readHeader(Line line) throws Failed {
        int colon = nameEnd(line);
        int from = line.skipBlanks(colon + 1, line.length());
        int to = line.dropBlanks(from, line.length());
        if (kept != null) {
            kept.add(line, colon, from, to);
        }
        if (line.is("content-length", 0, colon)) {
            readContentLength(line, from, to);
        } else if (line.is("transfer-encoding", 0, colon)) {
            readTransferEncoding(line, from, to);
        } else if (line.is("connection", 0, colon)) {
            readConnection(line, from, to);
        } else if (retryAfter == null && line.is("retry-after", 0, colon)) {
            retryAfter = line.text(from, to);
        }
    }

    /// The position of the colon of a header line. Also refuses a folded line and blanks before the
    /// colon: parsers disagree on both.
    static int nameEnd(Line line) throws Failed {
        int colon = line.skipToken(0, line.length());
        if (colon == 0 || colon == line.length() || line.at(colon) != ':') {
            throw Failed.notHttp("a header line is malformed");
        }
        return colon;
    }

    private void readContentLength(Line line, int from, int to) throws Failed {
        if (from == to || to - from > LENGTH_DIGITS_MAX) {
            throw Failed.notHttp("Content-Length is not a number");
        }
        long length = number(line, from, to);
        if (contentLength >= 0 && contentLength != length) {
            throw Failed.notHttp("two different Content-Length values");
        }
        contentLength = length;
    }

    private void readTransferEncoding(Line line, int from, int to) throws Failed {
        for (int start = from; start < to; ) {
            int comma = line.indexOf((byte) ',', start, to);
            int first = line.skipBlanks(start, comma);
            int last = line.dropBlanks(first, comma);
            if (chunked) {
                throw Failed.notHttp("a transfer coding follows chunked");
            }
            encoded = true;
            chunked = line.is("chunked", first, last);
            start = comma + 1;
        }
    }

    private void readConnection(Line line, int from, int to) {
        for (int start = from; start < to; ) {
            int comma = line.indexOf((byte) ',', start, to);
            int first = line.skipBlanks(start, comma);
            int last = line.dropBlanks(first, comma);
            close |= line.is("close", first, last);
            keepAlive |= line.is("keep-alive", first, last);
            start = comma + 1;
        }
    }

    private void check() throws Failed {
        if (encoded && !chunked) {
            throw Failed.notHttp("the transfer coding is not chunked");
        }
    }

    private static long number(Line line, int from, int to) throws Failed {
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = line.at(i) - '0';
            if (digit < 0 || digit > 9) {
                throw Failed.notHttp("not a number");
            }
            number = 10 * number + digit;
        }
        return number;
    }
}
