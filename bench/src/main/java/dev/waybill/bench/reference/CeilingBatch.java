package dev.waybill.bench.reference;

import dev.waybill.bench.wire.Payload;
import dev.waybill.domain.event.Ids;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// The rows of one batch, with the values that the service would write.
///
/// @param lease the token of all rows
record CeilingBatch(List<Row> rows, UUID lease, Instant now) {

    /// An event, its one delivery and its one attempt.
    record Row(UUID eventId, UUID deliveryId, UUID attemptId, int endpoint) {}

    /// The default app.
    static final UUID APP = UUID.fromString("00000000-0000-7000-8000-000000000001");

    /// As long as an HMAC-SHA256 in base64.
    static final String SIGNATURE = "v1," + "K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=";

    /// An answer without a body.
    static final byte[] EXCERPT = {};

    /// The window of the policy `live`.
    private static final int WINDOW_DAYS = 3;

    static CeilingBatch make(int size, Ids ids, Instant now) {
        var rows = new ArrayList<Row>(size);
        for (int i = 0; i < size; i++) {
            rows.add(new Row(ids.next(), ids.next(), ids.next(), i % Payload.ENDPOINTS));
        }
        return new CeilingBatch(rows, ids.next(), now.truncatedTo(ChronoUnit.MILLIS));
    }

    Instant giveUpAt() {
        return now.plus(WINDOW_DAYS, ChronoUnit.DAYS);
    }
}
