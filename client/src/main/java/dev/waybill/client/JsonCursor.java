package dev.waybill.client;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A position in JSON text, and the tokens that can be read there. Confined to one thread.
final class JsonCursor {

    private static final int NUMBER_LENGTH_MAX = 1_000;

    private final String text;
    private int at;

    JsonCursor(String text) {
        this.text = text;
    }

    int position() {
        return at;
    }

    boolean isAtEnd() {
        return at >= text.length();
    }

    boolean skipsWord(String word) {
        boolean there = text.startsWith(word, at);
        at += there ? word.length() : 0;
        return there;
    }

    String textSince(int start) {
        return text.substring(start, at);
    }

    String number() throws MalformedJson {
        int start = at;
        skips('-');
        if (!skips('0')) {
            digits();
        }
        if (skips('.')) {
            digits();
        }
        if (skips('e') || skips('E')) {
            if (!skips('+')) {
                skips('-');
            }
            digits();
        }
        if (at - start > NUMBER_LENGTH_MAX) {
            throw wrong("a number of more than " + NUMBER_LENGTH_MAX + " characters");
        }
        return textSince(start);
    }

    private void digits() throws MalformedJson {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == start) {
            throw wrong("an unexpected character");
        }
    }

    String string() throws MalformedJson {
        require('"');
        var string = new StringBuilder();
        while (!skips('"')) {
            char next = peek();
            if (next < ' ') {
                throw wrong("a control character in a string");
            }
            at++;
            string.append(next == '\\' ? escaped() : next);
        }
        // Escapes can make half a character, which no UTF-8 can hold.
        if (!UTF_8.newEncoder().canEncode(string)) {
            throw wrong("an unpaired surrogate");
        }
        return string.toString();
    }

    private char escaped() throws MalformedJson {
        char code = peek();
        at++;
        int simple = "\"\\/bfnrt".indexOf(code);
        if (simple >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(simple);
        }
        if (code != 'u' || at + 4 > text.length()) {
            throw wrong("an unknown escape");
        }
        int value = 0;
        for (int end = at + 4; at < end; at++) {
            char digit = text.charAt(at);
            if (digit > 'f' || Character.digit(digit, 16) < 0) {
                throw wrong("an unknown escape");
            }
            value = value * 16 + Character.digit(digit, 16);
        }
        return (char) value;
    }

    void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    boolean skips(char wanted) {
        boolean there = at < text.length() && text.charAt(at) == wanted;
        at += there ? 1 : 0;
        return there;
    }

    void require(char wanted) throws MalformedJson {
        if (!skips(wanted)) {
            throw wrong("no " + wanted + " where one is needed");
        }
    }

    char peek() throws MalformedJson {
        if (at >= text.length()) {
            throw wrong("an early end");
        }
        return text.charAt(at);
    }

    MalformedJson wrong(String what) {
        return new MalformedJson(what + " at character " + at);
    }
}
