package dev.waybill.engine.deliver.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;

/// Headers of an answer for people to read, one in a line, as they came. What does not fit is left
/// out: an answer is a stranger's, and there may be millions of them.
final class KeptHeaders {

    static final int BYTES_MAX = 2 * 1024;

    /// Instead of what lets its reader act as somebody else.
    static final String SECRET = "(not kept)";

    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();

    /// Takes one whose name ends at `colon` and whose value is from here to there.
    void add(Line line, int colon, int from, int to) {
        boolean secret = line.is("set-cookie", 0, colon);
        int length = colon + 2 + (secret ? SECRET.length() : to - from) + 1;
        if (length > BYTES_MAX - lines.size()) {
            return;
        }
        line.copy(0, colon, lines);
        lines.write(':');
        lines.write(' ');
        if (secret) {
            lines.writeBytes(SECRET.getBytes(ISO_8859_1));
        } else {
            line.copy(from, to, lines);
        }
        lines.write('\n');
    }

    byte[] bytes() {
        return lines.toByteArray();
    }
}
