package dev.waybill.engine.deliver.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;

/// A view of one line in a [ResponseInput], without its end; valid until more is read. Positions
/// count from the beginning of the line.
final class Line {

    private byte[] bytes = {};
    private int from;
    private int length;

    void set(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.from = from;
        this.length = to - from;
    }

    int length() {
        return length;
    }

    boolean isEmpty() {
        return length == 0;
    }

    byte at(int index) {
        return bytes[from + index];
    }

    /// Whether it contains a control character. A tab is allowed in a value and does not count.
    boolean hasControl() {
        for (int i = 0; i < length; i++) {
            byte b = at(i);
            if ((b >= 0 && b < ' ' && b != '\t') || b == 0x7F) {
                return true;
            }
        }
        return false;
    }

    /// The position of the byte in this part of the line, or `end` if it is not there.
    int indexOf(byte wanted, int start, int end) {
        int i = start;
        while (i < end && at(i) != wanted) {
            i++;
        }
        return i;
    }

    /// Whether the line begins with this text; the case matters.
    boolean startsWith(String beginning) {
        if (length < beginning.length()) {
            return false;
        }
        for (int i = 0; i < beginning.length(); i++) {
            if (at(i) != beginning.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// Whether this part equals this word, ignoring case.
    ///
    /// @param word in lower case
    boolean is(String word, int start, int end) {
        if (end - start != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            int c = at(start + i);
            if ((c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// The position after the blanks that begin here.
    int skipBlanks(int start, int end) {
        int i = start;
        while (i < end && isBlank(at(i))) {
            i++;
        }
        return i;
    }

    /// The position before the blanks that end here.
    int dropBlanks(int start, int end) {
        int i = end;
        while (i > start && isBlank(at(i - 1))) {
            i--;
        }
        return i;
    }

    /// The position after the name that begins here (`token` in RFC 9110 §5.6.2).
    int skipToken(int start, int end) {
        int i = start;
        while (i < end && isTokenChar(at(i))) {
            i++;
        }
        return i;
    }

    String text(int start, int end) {
        return new String(bytes, from + start, end - start, ISO_8859_1);
    }

    void copy(int start, int end, ByteArrayOutputStream into) {
        into.write(bytes, from + start, end - start);
    }

    private static boolean isTokenChar(byte b) {
        return Character.digit(b, 36) >= 0 || (b > ' ' && "!#$%&'*+-.^_`|~".indexOf(b) >= 0);
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}
