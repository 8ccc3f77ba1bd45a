package dev.waybill.engine.access;

import dev.waybill.domain.access.Mode;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/// The text of a key: its mode, 256 random bits, and a checksum. The checksum distinguishes a
/// typing error from an unknown key, and lets a scanner of public code recognize keys.
public final class KeyText {

    private static final int SECRET_BYTES = 32;
    private static final int CHECKSUM_LETTERS = 8;
    private static final Pattern FORM =
            Pattern.compile("wb_(live|test)_[0-9a-f]{" + (2 * SECRET_BYTES) + "}[0-9a-f]{8}");

    private KeyText() {}

    public static String make(Mode mode, RandomGenerator random) {
        var secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return "wb_" + mode.code() + "_" + HexFormat.of().formatHex(secret) + checksum(secret);
    }

    /// Whether the text can be a key: its length and checksum are correct.
    public static boolean isWhole(String text) {
        if (!FORM.matcher(text).matches()) {
            return false;
        }
        int end = text.length() - CHECKSUM_LETTERS;
        var secret = HexFormat.of().parseHex(text, end - 2 * SECRET_BYTES, end);
        return checksum(secret).equals(text.substring(end));
    }

    private static String checksum(byte[] secret) {
        var crc = new CRC32();
        crc.update(secret);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
