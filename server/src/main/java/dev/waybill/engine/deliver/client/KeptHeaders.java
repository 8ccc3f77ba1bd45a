package dev.waybill.engine.deliver.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;

/// The headers of an answer, one in a line, for display. Headers that do not fit are dropped:
/// receivers choose the headers, and there may be millions of answers.
final class KeptHeaders {

    static final int BYTES_MAX = 2 * 1024;

    /// Replaces values that would let a reader impersonate a user.
    static final String SECRET = "(not kept)";

    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();

    /// Adds a header whose name ends at `colon` and whose value has these bounds.
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
