package dev.waybill.engine.deliver.client;

import dev.waybill.engine.deliver.egress.Failed;

/// The line that begins a chunk: its size, and extensions, which are checked and not used (RFC 9112
/// §7.1). Parsers that skip an extension in their own way see another chunk.
final class ChunkLine {

    /// A longer number would not fit into a long.
    private static final int SIZE_DIGITS_MAX = 15;

    private final Line line;
    private final int end;

    private ChunkLine(Line line) {
        this.line = line;
        this.end = line.length();
    }

    static long size(Line line) throws Failed {
        var chunk = new ChunkLine(line);
        int digits = line.dropBlanks(0, line.indexOf((byte) ';', 0, line.length()));
        if (digits == 0 || digits > SIZE_DIGITS_MAX || !chunk.isExtended(digits)) {
            throw Failed.notHttp("a chunk has no valid size");
        }
        long size = 0;
        for (int i = 0; i < digits; i++) {
            int digit = Character.digit(line.at(i), 16);
            if (digit < 0) {
                throw Failed.notHttp("a chunk has no valid size");
            }
            size = 16 * size + digit;
        }
        return size;
    }

    /// Whether only extensions follow, or nothing. Blanks may stand between them, not at the end.
    private boolean isExtended(int from) {
        if (line.dropBlanks(from, end) < end) {
            return false;
        }
        int at = line.skipBlanks(from, end);
        while (at < end) {
            int name = line.skipBlanks(at + 1, end);
            int nameEnd = line.skipToken(name, end);
            if (line.at(at) != ';' || nameEnd == name) {
                return false;
            }
            at = line.skipBlanks(nameEnd, end);
            if (at < end && line.at(at) == '=') {
                int value = line.skipBlanks(at + 1, end);
                int valueEnd = endOfValue(value);
                if (valueEnd == value) {
                    return false;
                }
                at = line.skipBlanks(valueEnd, end);
            }
        }
        return true;
    }

    /// The position after a token or a quoted text; the same position if there is neither.
    private int endOfValue(int from) {
        if (from == end || line.at(from) != '"') {
            return line.skipToken(from, end);
        }
        for (int i = from + 1; i < end; i++) {
            if (line.at(i) == '"') {
                return i + 1;
            }
            // Parsers disagree about text that is not ASCII.
            if (line.at(i) < 0) {
                return from;
            }
            if (line.at(i) == '\\') {
                i++;
            }
        }
        return from;
    }
}
