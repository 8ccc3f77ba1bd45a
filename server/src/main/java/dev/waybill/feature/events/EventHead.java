package dev.waybill.feature.events;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.event.Event;
import dev.waybill.engine.capture.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An event without its data, which may be large: lists read this.
///
/// @param dataBytes how large the data is
public record EventHead(
        UUID id,
        UUID appId,
        Mode mode,
        @Nullable String ownId,
        String type,
        int dataBytes,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable String orderingKey,
        @Nullable Long sequence) {

    static EventHead of(Event event) {
        return new EventHead(
                event.id(),
                event.appId(),
                event.mode(),
                event.ownId(),
                event.type(),
                event.data().length,
                event.createdAt(),
                event.expiresAt(),
                event.orderingKey(),
                event.sequence());
    }

    static EventHead read(ResultSet row) throws SQLException {
        long sequence = row.getLong("sequence");
        return new EventHead(
                row.getObject("id", UUID.class),
                row.getObject("app_id", UUID.class),
                Mode.of(row.getString("mode")).orElseThrow(),
                row.getString("own_id"),
                row.getString("type"),
                row.getInt("data_bytes"),
                row.getTimestamp("created_at").toInstant(),
                EventRow.instant(row, "expires_at"),
                row.getString("ordering_key"),
                sequence == 0 ? null : (Long) sequence);
    }

    /// The public id: the producer's own, if it gave one.
    public String publicId() {
        return Event.publicId(id, ownId);
    }
}
