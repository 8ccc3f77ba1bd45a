package dev.waybill.domain;

import java.util.Optional;
import java.util.UUID;

/// The kinds of public ids: a prefix that names the kind, and a UUID in 26 letters and digits that
/// sort as the UUID does. No dots, because a Standard Webhooks id must not contain any.
public enum IdKind {
    APP("app_"),
    EVENT("evt_"),
    ENDPOINT("whe_"),
    DELIVERY("dlv_"),
    ATTEMPT("att_"),
    KEY("key_"),
    USER("usr_"),
    PORTAL_LINK("plk_"),
    AUDIT("aud_"),
    ARCHIVE("arc_"),
    REPLAY("rpl_"),
    ALERT("alt_"),
    CHANNEL("nch_");

    private static final int LETTERS = 26;
    private static final char[] ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();
    private static final byte[] VALUES = new byte[128];

    static {
        java.util.Arrays.fill(VALUES, (byte) -1);
        for (byte i = 0; i < ALPHABET.length; i++) {
            VALUES[ALPHABET[i]] = i;
        }
    }

    private final String prefix;

    IdKind(String prefix) {
        this.prefix = prefix;
    }

    public String prefix() {
        return prefix;
    }

    public String format(UUID id) {
        var text = new char[prefix.length() + LETTERS];
        prefix.getChars(0, prefix.length(), text, 0);
        long high = id.getMostSignificantBits();
        long low = id.getLeastSignificantBits();
        for (int i = text.length - 1; i >= prefix.length(); i--) {
            text[i] = ALPHABET[(int) (low & 31)];
            low = (low >>> 5) | (high << 59);
            high >>>= 5;
        }
        return new String(text);
    }

    /// The UUID of a text of this kind; empty for any other text, also in upper case: an id has one
    /// spelling.
    public Optional<UUID> parse(String text) {
        if (text.length() != prefix.length() + LETTERS || !text.startsWith(prefix)) {
            return Optional.empty();
        }
        // 26 letters carry 130 bits; the two highest must be zero.
        if (text.charAt(prefix.length()) > '7') {
            return Optional.empty();
        }
        long high = 0;
        long low = 0;
        for (int i = prefix.length(); i < text.length(); i++) {
            char letter = text.charAt(i);
            byte value = letter < VALUES.length ? VALUES[letter] : -1;
            if (value < 0) {
                return Optional.empty();
            }
            high = (high << 5) | (low >>> 59);
            low = (low << 5) | value;
        }
        return Optional.of(new UUID(high, low));
    }
}
