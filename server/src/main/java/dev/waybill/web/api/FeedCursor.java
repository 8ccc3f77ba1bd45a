package dev.waybill.web.api;

import dev.waybill.feature.events.FeedPosition;
import java.nio.ByteBuffer;
import java.time.Instant;

/// The cursors of the feed of events.
public final class FeedCursor {

    public static final Cursor<FeedPosition> CURSOR =
            new Cursor<>(PagedList.EVENTS, FeedCursor::write, FeedCursor::read);

    private FeedCursor() {}

    private static byte[] write(FeedPosition position) {
        var bytes = ByteBuffer.allocate(Long.BYTES + Cursor.ID_BYTES + Long.BYTES);
        bytes.putLong(position.place());
        Cursor.putId(bytes, position.id());
        return bytes.putLong(position.from().toEpochMilli()).array();
    }

    private static FeedPosition read(ByteBuffer bytes) {
        long place = bytes.getLong();
        if (place < 0) {
            throw new IllegalArgumentException("not a place in the feed");
        }
        return new FeedPosition(place, Cursor.getId(bytes), Instant.ofEpochMilli(bytes.getLong()));
    }
}
