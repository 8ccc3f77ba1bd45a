package dev.waybill.feature.events;

import dev.waybill.domain.event.EventStatus;
import dev.waybill.engine.capture.EventRow;
import dev.waybill.feature.deliveries.LastAnswer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Sums up the deliveries of events in the database: an event may have thousands of deliveries, and
/// a page hundreds of events.
final class EventProgressQuery {

    /// How many of an event's deliveries are searched for its last answer: those that changed last.
    private static final int ANSWERS_SEARCHED = 10;

    private EventProgressQuery() {}

    // Per endpoint the newest delivery counts, and cancelled ones do not.
    private static final String OF_EVENTS =
            """
            SELECT asked.event_id, made.counted, made.open, made.failed, made.stale, made.attempts,
                   made.next_attempt_at, answer.status, answer.response_excerpt, answer.received_at
              FROM unnest(:event_ids) AS asked (event_id)
             CROSS JOIN LATERAL (
                       SELECT bool_or(counts) AS counted,
                              bool_or(counts AND state IN ('pending', 'in_flight')) AS open,
                              bool_or(counts AND (state = 'failed' OR reason = 'deadline'))
                                  AS failed,
                              bool_or(counts AND state = 'expired') AS stale,
                              sum(attempts) AS attempts,
                              min(next_attempt_at) AS next_attempt_at
                         FROM (SELECT state, reason, attempts, next_attempt_at,
                                      state <> 'cancelled'
                                          AND row_number() OVER (
                                                  PARTITION BY endpoint_id, state = 'cancelled'
                                                  ORDER BY id DESC) = 1 AS counts
                                 FROM delivery
                                WHERE event_id = asked.event_id) AS delivery) AS made
              LEFT JOIN LATERAL (
                       SELECT attempt.status, attempt.response_excerpt,
                              attempt.started_at + attempt.duration_ms * interval '1 ms'
                                  AS received_at
                         FROM (SELECT id
                                 FROM delivery
                                WHERE event_id = asked.event_id
                                  AND attempts > 0
                                ORDER BY updated_at DESC
                                LIMIT :searched) AS delivery
                        CROSS JOIN LATERAL (
                                  SELECT status, response_excerpt, started_at, duration_ms
                                    FROM attempt
                                   WHERE delivery_id = delivery.id
                                     AND status IS NOT NULL
                                   ORDER BY attempt DESC
                                   LIMIT 1) AS attempt
                        ORDER BY received_at DESC
                        LIMIT 1) AS answer ON true
            """;

    /// The progress by event. Every requested event has an entry.
    static Map<UUID, EventProgress> of(Handle handle, List<UUID> eventIds) {
        return handle.createQuery(OF_EVENTS)
                .bind("event_ids", eventIds.toArray(UUID[]::new))
                .bind("searched", ANSWERS_SEARCHED)
                .map((row, _) -> Map.entry(row.getObject("event_id", UUID.class), read(row)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static EventProgress read(ResultSet row) throws SQLException {
        return new EventProgress(
                EventStatus.of(
                        row.getBoolean("counted"),
                        row.getBoolean("open"),
                        row.getBoolean("failed"),
                        row.getBoolean("stale")),
                row.getInt("attempts"),
                EventRow.instant(row, "next_attempt_at"),
                readAnswer(row));
    }

    private static @Nullable LastAnswer readAnswer(ResultSet row) throws SQLException {
        int status = row.getInt("status");
        return row.wasNull()
                ? null
                : new LastAnswer(
                        status,
                        row.getBytes("response_excerpt"),
                        row.getTimestamp("received_at").toInstant());
    }
}
