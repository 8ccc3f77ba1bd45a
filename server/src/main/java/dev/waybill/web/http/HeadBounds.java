package dev.waybill.web.http;

/// The bounds of a head among the received bytes.
final class HeadBounds {

    private HeadBounds() {}

    /// Skips empty lines: some clients send one after a body, and RFC 9112 §2.2 asks servers to
    /// ignore it.
    static int begin(byte[] bytes, int from, int to) {
        int at = from;
        while (to - at >= 2 && bytes[at] == '\r' && bytes[at + 1] == '\n') {
            at += 2;
        }
        return at;
    }

    /// The position after the empty line that ends the head; negative if it has not arrived yet.
    static int end(byte[] bytes, int from, int to) throws BadRequest {
        for (int i = from + 3; i < to; i++) {
            if (bytes[i] == '\n'
                    && bytes[i - 1] == '\r'
                    && bytes[i - 2] == '\n'
                    && bytes[i - 3] == '\r') {
                if (i + 1 - from > Limits.HEAD_BYTES_MAX) {
                    throw tooLarge();
                }
                return i + 1;
            }
        }
        return -1;
    }

    static BadRequest tooLarge() {
        return BadRequest.of(
                ProblemType.HEAD_TOO_LARGE,
                "Request line and headers must not be larger than "
                        + Limits.HEAD_BYTES_MAX
                        + " bytes.");
    }
}
