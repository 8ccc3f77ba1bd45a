package dev.waybill.engine.capture;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.event.Event;
import dev.waybill.domain.event.ExpiryRule;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Reads an event from a row that has all its columns.
public final class EventRow {

    private EventRow() {}

    /// Reads the event of the row.
    ///
    /// @param idColumn the column with the event's id
    public static Event read(ResultSet row, String idColumn) throws SQLException {
        long sequence = row.getLong("sequence");
        return new Event(
                row.getObject(idColumn, UUID.class),
                row.getObject("app_id", UUID.class),
                Mode.of(row.getString("mode")).orElseThrow(),
                row.getString("own_id"),
                row.getString("type"),
                row.getBytes("data"),
                row.getTimestamp("created_at").toInstant(),
                instant(row, "expires_at"),
                ExpiryRule.of(row.getString("expires_by")),
                row.getString("ordering_key"),
                sequence == 0 ? null : (Long) sequence,
                row.getString("traceparent"));
    }

    /// Reads a time that may be null.
    public static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        var time = row.getTimestamp(column);
        return time == null ? null : time.toInstant();
    }
}
