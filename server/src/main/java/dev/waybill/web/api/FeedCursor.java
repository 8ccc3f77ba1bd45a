package dev.waybill.web.api;

import dev.waybill.feature.events.FeedPosition;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/// A position in the feed of events as a text, opaque to the reader as all cursors are.
public final class FeedCursor {

    /// Keeps other lists' cursors out.
    private static final byte MARK = 'f';

    private static final int BYTES = 1 + 8 + 16 + 8;

    private FeedCursor() {}

    public static String encode(FeedPosition position) {
        var bytes = ByteBuffer.allocate(BYTES);
        bytes.put(MARK);
        bytes.putLong(position.place());
        bytes.putLong(position.id().getMostSignificantBits());
        bytes.putLong(position.id().getLeastSignificantBits());
        bytes.putLong(position.from().toEpochMilli());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /// Empty for any other text.
    public static Optional<FeedPosition> decode(String text) {
        ByteBuffer bytes;
        try {
            bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        if (bytes.capacity() != BYTES || bytes.get() != MARK) {
            return Optional.empty();
        }
        long place = bytes.getLong();
        var id = new UUID(bytes.getLong(), bytes.getLong());
        var position = new FeedPosition(place, id, Instant.ofEpochMilli(bytes.getLong()));
        return place < 0 ? Optional.empty() : Optional.of(position);
    }
}
