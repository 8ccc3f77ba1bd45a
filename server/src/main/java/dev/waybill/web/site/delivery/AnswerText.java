package dev.waybill.web.site.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.web.site.SafeText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;

/// The excerpt of a response: as text if it is text, else as hexadecimal numbers.
final class AnswerText {

    /// A character that is cut at the end of the excerpt.
    private static final int CUT_BYTES_MAX = 3;

    private static final int BYTES_PER_LINE = 16;

    private AnswerText() {}

    static String of(byte[] bytes) {
        for (int cut = 0; cut <= CUT_BYTES_MAX && cut <= bytes.length; cut++) {
            try {
                var text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, bytes.length - cut));
                return SafeText.text(text.toString());
            } catch (CharacterCodingException e) {
                // Mentioned below, unless a character was cut.
            }
        }
        var lines = new StringBuilder("Not text: " + bytes.length + " bytes are stored\n");
        var hex = HexFormat.ofDelimiter(" ");
        for (int at = 0; at < bytes.length; at += BYTES_PER_LINE) {
            int end = Math.min(bytes.length, at + BYTES_PER_LINE);
            lines.append(hex.formatHex(bytes, at, end)).append('\n');
        }
        return lines.toString().strip();
    }
}
