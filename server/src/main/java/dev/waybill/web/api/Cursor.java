package dev.waybill.web.api;

import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/// Where a page ended, opaque to the reader. The letter keeps one list's cursor out of another.
record Cursor(char list, UUID id) {

    private static final int BYTES = 17;

    String encoded() {
        var bytes = ByteBuffer.allocate(BYTES);
        bytes.put((byte) list);
        bytes.putLong(id.getMostSignificantBits());
        bytes.putLong(id.getLeastSignificantBits());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    static UUID decode(String text, char list) {
        try {
            var bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
            if (bytes.capacity() == BYTES && bytes.get() == (byte) list) {
                return new UUID(bytes.getLong(), bytes.getLong());
            }
        } catch (IllegalArgumentException e) {
            // Reported below, as for any other text that is not a cursor.
        }
        throw Problem.at(
                ProblemType.MALFORMED_QUERY,
                "cursor",
                "This cursor is not one that this list gave out. Start again without it.");
    }
}
